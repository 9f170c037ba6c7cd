/**
 * A text to be used elsewhere, such as an address or a token: readable, selectable, copied with one
 * press.
 */
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button.tsx";
import styles from "./CopyText.module.css";

type CopyTextProps = {
  readonly label: string;
  readonly text: string;
  /** Whether the text is focused and selected when it appears. */
  readonly focusNow?: boolean;
};

/**
 * Shows the text with a button that copies it.
 *
 * @param label The field's name.
 * @param text Copied whole; the button shows success.
 */
export function CopyText({ label, text, focusNow = false }: CopyTextProps) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (focusNow) field.current?.focus();
  }, [focusNow]);

  const copy = (): void => {
    field.current?.select();
    // The asynchronous clipboard needs a permission, and this window has none.
    setCopied(document.execCommand("copy"));
  };

  return (
    <div className={styles["copy"]}>
      <label htmlFor={id}>{label}</label>
      <div className={styles["row"]}>
        <input
          id={id}
          ref={field}
          className={styles["text"]}
          value={text}
          readOnly
          onFocus={(event) => event.target.select()}
        />
        <Button label={`${t("copy.do")}: ${label}`} onPress={copy}>
          {copied ? t("copy.done") : t("copy.do")}
        </Button>
      </div>
    </div>
  );
}
