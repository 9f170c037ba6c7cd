/**
 * Visible columns of a table and their widths. The browser engine stores them, because they belong
 * to this computer.
 */
import { useState } from "react";

export type KeptColumns = {
  readonly hidden: readonly string[];
  /** CSS pixels. */
  readonly widths: Readonly<Record<string, number>>;
};

const LEAST_WIDTH = 48;
const MOST_WIDTH = 800;

/**
 * Reads the stored columns of a table, and stores changes of them.
 *
 * @param name Name of the table.
 * @param hidden Columns that are hidden until a person chooses them.
 */
export function useKeptColumns(
  name: string,
  hidden: readonly string[],
): readonly [KeptColumns, (change: Partial<KeptColumns>) => void] {
  const place = `packbench.table.${name}`;
  const [kept, setKept] = useState<KeptColumns>(() => read(place) ?? { hidden, widths: {} });
  const change = (part: Partial<KeptColumns>): void => {
    const changed = { ...kept, ...part };
    setKept(changed);
    localStorage.setItem(place, JSON.stringify(changed));
  };
  return [kept, change];
}

/** Returns the nearest width that a column can have. */
export function fitWidth(width: number): number {
  return Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)));
}

/** Reads the stored columns; null if nothing was stored, or the stored value cannot be read. */
function read(place: string): KeptColumns | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "null");
    if (
      typeof kept !== "object" ||
      kept === null ||
      !("hidden" in kept) ||
      !Array.isArray(kept.hidden)
    )
      return null;
    const widths =
      "widths" in kept && typeof kept.widths === "object" && kept.widths !== null
        ? Object.entries(kept.widths)
        : [];
    return {
      hidden: kept.hidden.filter((id): id is string => typeof id === "string"),
      widths: Object.fromEntries(
        widths.flatMap(([id, width]: [string, unknown]) =>
          typeof width === "number" && Number.isFinite(width) ? [[id, fitWidth(width)]] : [],
        ),
      ),
    };
  } catch {
    return null;
  }
}
