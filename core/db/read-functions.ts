/** SQL functions for statements that read many rows. */
import type { Database } from "better-sqlite3";
import { alphabetKey, fold } from "../base/text.ts";

/**
 * Defines the functions on a connection. `still_wanted()`: always 1; a long statement calls it
 * among its conditions, so that the statement can be ended. `is_nth(step, ask)`: 1 for the first of
 * every `step` rows, in the order of the calls; a new `ask` restarts the count. `folded(text)`: a
 * text as searches compare it. `in_alphabet(text)`: a text whose bytes sort in the order of the
 * Turkish alphabet, and numbers within texts by their value.
 */
export function defineReadFunctions(raw: Database, keepReading: () => void): void {
  raw.function("still_wanted", { deterministic: false }, () => {
    keepReading();
    return 1;
  });
  raw.function("folded", { deterministic: true }, (text) => fold(String(text ?? "")));
  raw.function("in_alphabet", { deterministic: true }, (text) => alphabetKey(String(text ?? "")));
  let [rows, last]: [number, unknown] = [0, undefined];
  raw.function("is_nth", { deterministic: false }, (step, ask) => {
    if (ask !== last) [rows, last] = [0, ask];
    rows += 1;
    return (rows - 1) % Number(step) === 0 ? 1 : 0;
  });
}
