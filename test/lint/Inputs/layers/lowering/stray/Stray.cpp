// In a folder that the table does not have.
