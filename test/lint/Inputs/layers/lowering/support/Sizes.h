// What every phase may include.
