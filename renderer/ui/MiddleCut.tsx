/** A number on one line, without its middle where it is long. */
import styles from "./MiddleCut.module.css";

/** Characters that stay: numbers often differ at their ends. */
const [START, END] = [9, 4];

/** The most characters of a number that is shown whole. */
const MOST = 16;

/** Shows the text on one line; the tooltip and screen readers have the whole text. */
export function MiddleCut({ children: text }: { readonly children: string }) {
  if (text.length <= MOST) return text;
  return (
    <span className={styles["text"]} title={text}>
      <span aria-hidden="true">{shortened(text)}</span>
      <span className="hidden">{text}</span>
    </span>
  );
}

/** Returns the number without its middle if it is long: "L-EN-2026…6112". */
export function shortened(number: string): string {
  return number.length <= MOST ? number : `${number.slice(0, START)}…${number.slice(-END)}`;
}
