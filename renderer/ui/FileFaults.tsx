/** Ignored columns and refused rows of a file that was checked. */
import styles from "./FileFaults.module.css";

type FileFaultsProps = {
  /** The ignored columns, in words; null for none. */
  readonly unread: string | null;
  /** Heading of the refused rows; null for none. */
  readonly title: string | null;
  readonly rows: readonly {
    readonly key: string;
    /** The row's place in the file, in words. */
    readonly line: string;
    readonly reason: string;
    readonly column: string;
    readonly value: string;
  }[];
  readonly testID: string;
};

/** Shows them; the list can take the focus, so that the keyboard can scroll it. */
export function FileFaults({ unread, title, rows, testID }: FileFaultsProps) {
  return (
    <>
      {unread === null ? null : <p className={styles["soft"]}>{unread}</p>}
      {title === null ? null : (
        <>
          <h3>{title}</h3>
          <ul className={styles["faults"]} tabIndex={0} aria-label={title} data-testid={testID}>
            {rows.map(({ key, line, reason, column, value }) => (
              <li key={key}>
                <b>{line}</b>
                <span>{reason}</span>
                <span className={styles["soft"]}>{[column, value].filter(Boolean).join(": ")}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
