/**
 * Mark of a carrier: its initials on a colour that depends on its name alone. Carriers' logos belong
 * to the carriers, so none ships with the program.
 */
<<<<<<< HEAD
import styles from "./CarrierMark.module.css";

/** Number of colours in tokens.css. */
const COLOURS = 8;

/** Shows the mark, hidden from screen readers, which read the carrier's name next to it. */
export function CarrierMark({ name }: { readonly name: string }) {
  if (name === "") return null;
  return (
    <span className={styles["mark"]} data-colour={colourOf(name)} aria-hidden="true">
=======
import type { CSSProperties } from "react";
import styles from "./CarrierMark.module.css";

const HUES = 360;
/** Far from a divisor of 360, so that similar names get different hues. */
const STEP = 47;

/** Shows the mark; screen readers read the name next to it. @param name The carrier's name or code. */
export function CarrierMark({ name }: { readonly name: string }) {
  if (name === "") return null;
  const hue = [...name].reduce(
    (sum, letter) => (sum * STEP + (letter.codePointAt(0) ?? 0)) % HUES,
    7,
  );
  return (
    <span className={styles["mark"]} style={{ "--hue": hue } as CSSProperties} aria-hidden="true">
>>>>>>> try-today3
      {initialsOf(name)}
    </span>
  );
}

<<<<<<< HEAD
/** Returns the first letters of the first two words; of one word, its first two letters. */
function initialsOf(name: string): string {
  const [first = "", second] = name.trim().split(/[\s_-]+/);
  const letters =
    second === undefined ? first.slice(0, 2) : `${first.slice(0, 1)}${second.slice(0, 1)}`;
  return letters.toLocaleUpperCase("tr");
}

function colourOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return (hash % COLOURS) + 1;
}
=======
/** Returns one or two capitals: the initials of two words, else the first two letters. */
function initialsOf(name: string): string {
  const [first = "", second = ""] = name.split(/[\s_-]+/);
  const letters = second === "" ? first.slice(0, 2) : `${first.slice(0, 1)}${second.slice(0, 1)}`;
  return letters.toLocaleUpperCase("tr");
}
>>>>>>> try-today3
