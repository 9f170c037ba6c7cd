/** Names of tables and columns as they stand in statements. */

/** Needs no quotes in SQL and no escape anywhere. */
export const PLAIN_NAME = "[a-z][a-z0-9_]{0,63}";
const PLAIN = new RegExp(`^${PLAIN_NAME}$`);

/** Whether a text is a name as tables and columns have it. */
export function isPlainName(text: string): boolean {
  return PLAIN.test(text);
}

/** @returns Columns of a row for a statement: "s.id, s.name". */
export function columnList(row: string, columns: readonly string[]): string {
  return columns.map((column) => `${row}.${column}`).join(", ");
}
