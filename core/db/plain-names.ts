/** Names of tables and columns in statements. */

/** A name that needs no quotes in SQL and no escape anywhere. */
export const PLAIN_NAME = "[a-z][a-z0-9_]{0,63}";
const PLAIN = new RegExp(`^${PLAIN_NAME}$`);

/** Returns whether a text is a valid name of a table or column. */
export function isPlainName(text: string): boolean {
  return PLAIN.test(text);
}

/** Makes the list of a row's columns for a statement: "s.id, s.name". */
export function columnList(row: string, columns: readonly string[]): string {
  return columns.map((column) => `${row}.${column}`).join(", ");
}
