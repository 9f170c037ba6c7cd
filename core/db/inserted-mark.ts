/** The field by which a parked row is marked as inserted, and when: no column has this name. */
export const INSERTED = "";
