/** A number on one line: the middle of a number that has no room is left out. */
import mark from "./Mark.module.css";
import styles from "./MiddleCut.module.css";

/** Characters at the end that are always visible, because numbers often differ there. */
const END = 4;

/** Text with at most this many characters fits and is never cut. */
const SHORT = 10;

/** Shows the text on one line; the tooltip shows the whole text. */
export function MiddleCut({ children: text }: { readonly children: string }) {
  if (text.length <= SHORT) return text;
  return (
    <span className={styles["text"]} title={text}>
      <span className={mark["words"]}>{text.slice(0, -END)}</span>
      <span>{text.slice(-END)}</span>
    </span>
  );
}
