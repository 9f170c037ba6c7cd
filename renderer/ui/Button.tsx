/** The one button: plain, or the main command of a panel, with its key before the words. */
import type { ReactNode } from "react";
import { Button as AriaButton, type PressEvent } from "react-aria-components";
import styles from "./Button.module.css";
import { Kbd } from "./Kbd.tsx";

type ButtonProps = {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly onPressStart?: (event: PressEvent) => void;
  readonly submits?: boolean;
  readonly main?: boolean;
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
  main,
  small,
  danger,
  disabled,
  keyName,
  label,
  focusNow,
}: ButtonProps) {
  const kind = [
    styles["button"],
    main === true ? styles["main"] : "",
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
      {...(keyName === undefined ? {} : { "aria-keyshortcuts": keyName })}
    >
      {keyName === undefined ? null : <Kbd onAccent={main === true}>{keyName}</Kbd>}
      {children}
    </AriaButton>
  );
}
