/**
 * The key of a command. Hidden from screen readers: they get a button's key from its
 * `aria-keyshortcuts`.
 */
import styles from "./Kbd.module.css";

type KbdProps = { readonly children: string; readonly onAccent?: boolean };

/**
 * A key's name, hidden from screen readers.
 *
 * @param onAccent Whether the background is the colour of a main command.
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
