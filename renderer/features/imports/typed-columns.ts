/** Columns of an order file as a person chooses them. Pure. */
import {
  NEEDED_COLUMNS,
  ORDER_COLUMNS,
  type OrderColumn,
} from "../../../core/shipping/sources/order-columns.schema.ts";

/** Heading of each column; "" when the column is not read. */
export type ChosenColumns = Readonly<Partial<Record<OrderColumn, string>>>;

const NEEDED: ReadonlySet<string> = new Set(NEEDED_COLUMNS);

/** Returns whether a file without this column is refused. */
export function isNeeded(column: OrderColumn): boolean {
  return NEEDED.has(column);
}

/** Takes the guess of the core as the first choice. */
export function chosenFrom(guess: Readonly<Record<string, string>>): ChosenColumns {
  return Object.fromEntries(ORDER_COLUMNS.map((column) => [column, guess[column] ?? ""]));
}

/**
 * Finds what is wrong with each column: a required one without a heading, or a heading that an
 * earlier column has.
 *
 * @returns `other`: the earlier column.
 */
export function wrongColumns(
  chosen: ChosenColumns,
): Map<OrderColumn, { readonly other: OrderColumn | null }> {
  const owners = new Map<string, OrderColumn>();
  const wrong = new Map<OrderColumn, { readonly other: OrderColumn | null }>();
  for (const column of ORDER_COLUMNS) {
    const heading = chosen[column] ?? "";
    const other = owners.get(heading);
    if (heading === "") {
      if (isNeeded(column)) wrong.set(column, { other: null });
    } else if (other === undefined) owners.set(heading, column);
    else wrong.set(column, { other });
  }
  return wrong;
}

/** Columns to keep: those with headings, and guessed ones that the person does not want. */
export function columnsToKeep(
  chosen: ChosenColumns,
  guess: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    ORDER_COLUMNS.flatMap((column) => {
      const heading = chosen[column] ?? "";
      return heading === "" && guess[column] === undefined ? [] : [[column, heading]];
    }),
  );
}
