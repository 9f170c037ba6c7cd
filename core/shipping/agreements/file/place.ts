/** Cell of a file: its row, from 1, and the letters of its column. */
export type Place = { readonly row: number; readonly column: string };
