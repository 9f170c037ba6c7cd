/**
 * Mark of a carrier: its initials on a colour that depends on its name alone. Carriers' logos belong
 * to the carriers, so none ships with the program.
 */
import styles from "./CarrierMark.module.css";

/** Number of colours in tokens.css. */
const COLOURS = 8;

type CarrierMarkProps = {
  readonly name: string;
  /** Whether the mark is read at arm's length. */
  readonly isLarge?: boolean;
};

/** Shows the mark, hidden from screen readers, which read the carrier's name next to it. */
export function CarrierMark({ name, isLarge = false }: CarrierMarkProps) {
  if (name === "") return null;
  return (
    <span
      className={styles["mark"]}
      data-colour={colourOf(name)}
      data-large={isLarge ? true : undefined}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

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
