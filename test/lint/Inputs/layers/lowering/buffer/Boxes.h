// What the phase buffer has for itself.
