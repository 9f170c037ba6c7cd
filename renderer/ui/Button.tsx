/** The one button, in three ranks, with its key before the words. */
import type { ReactNode } from "react";
import { Button as AriaButton, type PressEvent } from "react-aria-components";
import styles from "./Button.module.css";
import { Kbd } from "./Kbd.tsx";

/**
 * `primary`: the one command of the moment, at most one in a view. `secondary`: any other command,
 * with a border. `quiet`: a command that is rarely meant, such as closing or leaving; without a
 * border.
 */
export type Rank = "primary" | "secondary" | "quiet";

/**
 * Sets a button's key for screen readers on the element, because React Aria drops the property.
 *
 * @returns A `ref` of the button.
 */
export const withShortcut =
  (key: string | undefined): ((button: HTMLButtonElement | null) => void) =>
  (button) => {
    if (key === undefined) button?.removeAttribute("aria-keyshortcuts");
    else button?.setAttribute("aria-keyshortcuts", key);
  };

type ButtonProps = {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly onPressStart?: (event: PressEvent) => void;
  readonly submits?: boolean;
  readonly rank?: Rank;
  readonly small?: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The key that does the same: "F6". */
  readonly keyName?: string;
  readonly label?: string;
  readonly focusNow?: boolean;
};

/**
 * Shows a button.
 *
 * @param keyName The command's key, shown before its words.
 * @param focusNow Whether the button takes the focus when it appears.
 * @param label Accessible name, where the words alone are not enough.
 * @param submits Whether the button submits its form.
 */
export function Button({
  children,
  onPress,
  onPressStart,
  submits,
  rank = "secondary",
  small,
  danger,
  disabled,
  keyName,
  label,
  focusNow,
}: ButtonProps) {
  const kind = [
    styles["button"],
    rank === "secondary" ? "" : styles[rank],
    small === true ? styles["small"] : "",
    danger === true ? styles["danger"] : "",
  ];
  return (
    <AriaButton
      type={submits === true ? "submit" : "button"}
      className={kind.filter(Boolean).join(" ")}
      isDisabled={disabled === true}
      autoFocus={focusNow === true}
      {...(onPress === undefined ? {} : { onPress })}
      {...(onPressStart === undefined ? {} : { onPressStart })}
      {...(label === undefined ? {} : { "aria-label": label })}
      ref={withShortcut(keyName)}
    >
      {keyName === undefined ? null : <Kbd onAccent={rank === "primary"}>{keyName}</Kbd>}
      {children}
    </AriaButton>
  );
}
