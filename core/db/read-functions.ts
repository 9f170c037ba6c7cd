/** SQL functions of ours, for statements that read many rows. */
import type { Database } from "better-sqlite3";
import { fold } from "../base/text.ts";

/**
 * The SQL functions of statements that read many rows: `still_wanted()`, always 1, which a long
 * statement has among its conditions; and `is_nth(step, ask)`, 1 for the first of every `step` rows
 * that come to it, in the order they come. A new `ask` counts from the beginning. `folded(text)` is
 * a text as searches compare it.
 */
export function defineReadFunctions(raw: Database, keepReading: () => void): void {
  raw.function("still_wanted", { deterministic: false }, () => {
    keepReading();
    return 1;
  });
  raw.function("folded", { deterministic: true }, (text) => fold(String(text ?? "")));
  let [rows, last]: [number, unknown] = [0, undefined];
  raw.function("is_nth", { deterministic: false }, (step, ask) => {
    if (ask !== last) [rows, last] = [0, ask];
    rows += 1;
    return (rows - 1) % Number(step) === 0 ? 1 : 0;
  });
}
