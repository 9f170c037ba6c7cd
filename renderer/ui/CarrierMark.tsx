/**
 * Mark of a carrier: letters on a colour, both from the beginning of its name or code, so that
 * "Kolay Gelsin" and KOLAYGELSIN have the same mark. Carriers' logos belong to the carriers, so none ships
 * with the program.
 */
import { fold } from "../../core/base/text.ts";
import styles from "./CarrierMark.module.css";

/** Number of colours in tokens.css. */
const COLOURS = 8;

type CarrierMarkProps = {
  /** Name or code. */
  readonly name: string;
  /** Whether the mark is read at arm's length. */
  readonly isLarge?: boolean;
};

/** Shows the mark, hidden from screen readers, which read the carrier's name next to it. */
export function CarrierMark({ name, isLarge = false }: CarrierMarkProps) {
  const [word = ""] = fold(name).split(/[\s_-]+/);
  if (word === "") return null;
  return (
    <span
      className={styles["mark"]}
      data-colour={colourOf(word.slice(0, 3))}
      data-large={isLarge ? true : undefined}
      aria-hidden="true"
    >
      {word.slice(0, 2).toUpperCase()}
    </span>
  );
}

/** The factor gives the five carriers of the sample prices a colour each. */
function colourOf(word: string): number {
  let hash = 0;
  for (const letter of word) hash = (hash * 53 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return (hash % COLOURS) + 1;
}
