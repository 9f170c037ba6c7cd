/**
 * The key of a command, shown beside its words. The words name the command; the key is not read out
 * twice.
 */
import styles from "./Kbd.module.css";

type KbdProps = { readonly children: string; readonly onAccent?: boolean };

/**
 * A key's name, hidden from screen readers.
 * @param onAccent Whether it stands on the colour of a main command.
 */
export function Kbd({ children, onAccent = false }: KbdProps) {
  return (
    <kbd
      className={onAccent ? `${styles["kbd"]} ${styles["onAccent"]}` : styles["kbd"]}
      aria-hidden="true"
    >
      {children}
    </kbd>
  );
}
