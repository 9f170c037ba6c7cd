/**
 * A native select list, which every screen reader knows. Typed letters are matched here, because
 * the browser's own matching does not treat İ as i: it takes "ist" for Isparta, not İstanbul.
 */
import { useId, useRef, type KeyboardEvent, type Ref } from "react";
import { continuedText, findByStart, type TypedText } from "../lib/type-ahead.ts";
import styles from "./Field.module.css";

export type SelectProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly words: string }[];
  readonly onChange: (value: string) => void;
  /** Shown while nothing is chosen. */
  readonly none: string;
  readonly wrong?: string | null;
  readonly disabled?: boolean;
  /** Whether the label is for screen readers only, because the text next to it says the same. */
  readonly isLabelHidden?: boolean;
  /** The select element, for callers that set the focus. */
  readonly inputRef?: Ref<HTMLSelectElement>;
};

/**
 * Shows the list.
 *
 * @param none Words of the empty entry.
 * @param wrong Words for what is wrong with the choice; null when it is valid.
 */
export function Select({
  label,
  value,
  options,
  onChange,
  none,
  wrong = null,
  disabled = false,
  isLabelHidden = false,
  inputRef,
}: SelectProps) {
  const id = useId();
  const typed = useRef<TypedText | null>(null);
  const find = (event: KeyboardEvent<HTMLSelectElement>): void => {
    if (event.ctrlKey || event.metaKey || (event.altKey && !event.getModifierState("AltGraph")))
      return;
    const text = continuedText(typed.current, event.key, event.timeStamp);
    if (text === null) return;
    event.preventDefault();
    typed.current = text;
    const found = findByStart(options, text.text);
    if (found !== undefined) onChange(found.value);
  };
  return (
    <div className={styles["field"]}>
      <label htmlFor={id} className={isLabelHidden ? "hidden" : styles["label"]}>
        {label}
      </label>
      <select
        id={id}
        ref={inputRef ?? null}
        className={`${styles["input"]} ${styles["select"]}`}
        value={value}
        disabled={disabled}
        aria-invalid={wrong !== null}
        aria-describedby={wrong === null ? undefined : `${id}-wrong`}
        data-invalid={wrong === null ? undefined : true}
        onKeyDown={find}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.words}
          </option>
        ))}
      </select>
      {wrong === null ? null : (
        <span id={`${id}-wrong`} className={styles["wrong"]}>
          {wrong}
        </span>
      )}
    </div>
  );
}
