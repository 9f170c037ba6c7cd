/** Field that marks a parked row as inserted, with the insert's stamp. No column has this name. */
export const INSERTED = "";
