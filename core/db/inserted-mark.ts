/**
 * Field name under which `parked_changes` stores the stamp of a row's insert. Empty, because no
 * column has an empty name.
 */
export const INSERTED = "";
