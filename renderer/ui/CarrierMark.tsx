/**
 * A carrier's mark: the initials of its name on a colour of its own. Carriers' logos belong to the
 * carriers, so none ships with the program.
 */
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
      {initialsOf(name)}
    </span>
  );
}

/** Returns one or two capitals: the initials of two words, else the first two letters. */
function initialsOf(name: string): string {
  const [first = "", second = ""] = name.split(/[\s_-]+/);
  const letters = second === "" ? first.slice(0, 2) : `${first.slice(0, 1)}${second.slice(0, 1)}`;
  return letters.toLocaleUpperCase("tr");
}
