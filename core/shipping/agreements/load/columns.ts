/** Converts between column numbers and the letters that spreadsheet programs show. */

/** Names a column: 0 is "A", 26 is "AA". */
export function columnName(index: number): string {
  return (
    (index < 26 ? "" : columnName(Math.floor(index / 26) - 1)) +
    String.fromCharCode(65 + (index % 26))
  );
}

/** Finds the number of a column, from 0, by its letters. */
export function columnIndex(name: string): number {
  return [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
