/**
 * The line below the large table: the position of the active cell, and the cell's full text, which
 * the table may cut off.
 */
import styles from "./BigTable.module.css";

export type FootWords = {
  /** "12 of 1,000,000". */
  readonly position: (place: number, count: number) => string;
  /** Says how to copy a cell. */
  readonly copy: string;
};

/**
 * Shows the line.
 *
 * @param place Position of the active cell's row, from 1; 0 when there are no rows.
 */
export function TableFoot({
  words,
  column,
  text,
  note,
  place,
  count,
}: {
  readonly words: FootWords;
  readonly column: string;
  readonly text: string;
  /** Sentence about the last command; null: how to copy a cell. */
  readonly note: string | null;
  readonly place: number;
  readonly count: number;
}) {
  return (
    <div className={styles["foot"]}>
      <p>
        {column === "" ? null : (
          <>
            <span className={styles["soft"]}>{column}: </span>
            {text === "" ? "–" : text}
          </>
        )}
      </p>
      <span className={styles["soft"]} data-hint={note === null || undefined} aria-live="polite">
        {note ?? words.copy}
      </span>
      <b>{words.position(place, count)}</b>
    </div>
  );
}
