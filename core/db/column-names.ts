/**
 * Converts names between SQL and TypeScript: the column `organization_id` is the field
 * `organizationID` of a row. A test converts every column of the schema there and back.
 */
import { isObject } from "../base/sparse.ts";

/**
 * Cached field names. Their number and length are limited, since names also come from other
 * stations (`byField`). The schema itself has some hundred columns.
 */
const fields = new Map<string, string>();
const MOST_KEPT = 2_000;
const LONGEST_KEPT = 64;

/** Returns the field's name of a column: "organization_id" → "organizationID". */
export function fieldOf(column: string): string {
  let field = fields.get(column);
  if (field === undefined) {
    field = column.replace(/_(ids?(?![a-z0-9])|[a-z])/g, (_, part: string) =>
      part.length > 1 ? `ID${part.slice(2)}` : part.toUpperCase(),
    );
    if (fields.size < MOST_KEPT && column.length <= LONGEST_KEPT) fields.set(column, field);
  }
  return field;
}

const columns = new Map<string, string>();

/** Returns the column's name of a field: "organizationID" → "organization_id". */
export function columnOf(field: string): string {
  let column = columns.get(field);
  if (column === undefined) {
    column = field.replace(/ID|[A-Z]/g, (part) => `_${part.toLowerCase()}`);
    columns.set(field, column);
  }
  return column;
}

/** Renames the fields of a row to their columns, as they are written and sent to other stations. */
export function byColumn<V>(row: Readonly<Record<string, V>>): Record<string, V> {
  const found: Record<string, V> = {};
  for (const [field, value] of Object.entries(row)) found[columnOf(field)] = value;
  return found;
}

/** Reverses `byColumn`; a value that is not an object stays as it is. */
export function byField(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  return Object.fromEntries(
    Object.entries(stored).map(([column, value]) => [fieldOf(column), value]),
  );
}
