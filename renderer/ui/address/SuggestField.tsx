/**
 * A text field with suggestions below it: the first one is taken by Enter or by leaving the field,
 * arrows choose another.
 */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from "react";
import fieldStyles from "../Field.module.css";
import { noteOpen } from "./open-suggestions.ts";
import styles from "./SuggestField.module.css";

export type Suggestion = { readonly id: string; readonly words: string; readonly detail?: string };

type SuggestFieldProps = {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly suggestions: readonly Suggestion[];
  readonly onChoose: (id: string) => void;
  readonly hint?: string;
  readonly wrong?: string | null;
  readonly unusual?: string | null;
  readonly placeholder?: string;
  readonly numeric?: boolean;
  readonly disabled?: boolean;
  /** How many suggestions there are, for screen readers. */
  readonly countWords: string;
  /** Whether Enter or Tab takes the first suggestion, though no arrow chose it. */
  readonly takesFirst?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
};

/**
 * @param takesFirst For fields whose value must be one of the suggestions.
 * @param suggestions Those for the text as it stands.
 */
export function SuggestField({
  label,
  text,
  onText,
  suggestions,
  onChoose,
  hint,
  wrong = null,
  unusual = null,
  placeholder,
  numeric = false,
  disabled = false,
  countWords,
  takesFirst = false,
  inputRef,
}: SuggestFieldProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const shown = isOpen && suggestions.length > 0;
  const active = Math.min(at === -1 && takesFirst ? 0 : at, suggestions.length - 1);
  useEffect(() => (shown ? noteOpen(() => setOpen(false)) : undefined), [shown]);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);

  const choose = (chosen: Suggestion | undefined): void => {
    setOpen(false);
    setAt(-1);
    if (chosen !== undefined) onChoose(chosen.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!shown) setOpen(true);
      else
        setAt(
          (active +
            (event.key === "ArrowDown" ? 1 : suggestions.length - 1) +
            (active === -1 && event.key === "ArrowUp" ? 1 : 0)) %
            suggestions.length,
        );
      return;
    }
    if (!shown || active === -1 || event.ctrlKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      choose(suggestions[active]);
    } else if (event.key === "Tab") choose(suggestions[active]);
  };
  const described = [
    hint === undefined ? "" : `${id}-hint`,
    wrong === null ? "" : `${id}-wrong`,
    unusual === null ? "" : `${id}-unusual`,
  ]
    .filter(Boolean)
    .join(" ");

  return (
    <div className={`${fieldStyles["field"]} ${styles["suggest"]}`}>
      <label htmlFor={id} className={fieldStyles["label"]}>
        {label}
      </label>
      <input
        id={id}
        ref={inputRef ?? null}
        className={`${fieldStyles["input"]} ${styles["input"]}`}
        role="combobox"
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown && active !== -1 ? `${id}-${active}` : undefined}
        aria-invalid={wrong !== null}
        aria-describedby={described === "" ? undefined : described}
        data-invalid={wrong === null ? undefined : true}
        value={text}
        placeholder={placeholder}
        disabled={disabled}
        inputMode={numeric ? "numeric" : "text"}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          onText(event.target.value);
          setOpen(true);
          setAt(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {shown ? (
        <ul
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          className={styles["list"]}
        >
          {suggestions.map((one, i) => (
            <li
              key={one.id}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === active}
              className={styles["option"]}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              <b>{one.words}</b>
              {one.detail === undefined ? null : <span>{one.detail}</span>}
            </li>
          ))}
        </ul>
      ) : null}
      <span role="status" className={styles["spoken"]}>
        {shown ? countWords : ""}
      </span>
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className={fieldStyles["hint"]}>
          {hint}
        </span>
      )}
      {wrong === null ? null : (
        <span id={`${id}-wrong`} className={fieldStyles["wrong"]}>
          {wrong}
        </span>
      )}
      {unusual === null || wrong !== null ? null : (
        <span id={`${id}-unusual`} className={styles["unusual"]}>
          {unusual}
        </span>
      )}
    </div>
  );
}
