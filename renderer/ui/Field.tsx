/** A labelled text field with its hint and its error. */
import type { ReactNode, Ref } from "react";
import { FieldError, Input, Label, Text, TextField } from "react-aria-components";
import styles from "./Field.module.css";

export type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly wrong?: string | null;
  readonly placeholder?: string;
  readonly numeric?: boolean;
  readonly large?: boolean;
  /** Whether the text is hidden. */
  readonly secret?: boolean;
  readonly focusNow?: boolean;
  /** The input element, for callers that set the focus. */
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly children?: ReactNode;
};

/**
 * Shows the field with its label, hint and error.
 *
 * @param wrong Words for what is wrong with the value; null when it is valid.
 * @param numeric Whether a touch keyboard shows digits.
 * @param focusNow Whether the field takes the focus when it appears.
 */
export function Field({
  label,
  value,
  onChange,
  hint,
  wrong = null,
  placeholder,
  numeric,
  large,
  secret,
  focusNow,
  inputRef,
  children,
}: FieldProps) {
  return (
    <TextField
      className={styles["field"] ?? ""}
      value={value}
      onChange={onChange}
      isInvalid={wrong !== null}
      autoFocus={focusNow === true}
    >
      <Label className={styles["label"] ?? ""}>{label}</Label>
      <div className={styles["row"]}>
        <Input
          ref={inputRef ?? null}
          type={secret === true ? "password" : "text"}
          className={`${styles["input"]} ${large === true ? styles["large"] : ""}`}
          placeholder={placeholder ?? ""}
          inputMode={numeric === true ? "decimal" : "text"}
          autoComplete="off"
          spellCheck={false}
        />
        {children}
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className={styles["hint"] ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={styles["wrong"] ?? ""}>{wrong}</FieldError>
    </TextField>
  );
}
