/**
 * A text field with suggestions below it: arrows mark a suggestion, and Enter or Tab takes the
 * marked one.
 */
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from "react";
import fieldStyles from "../Field.module.css";
import { noteOpen } from "./open-suggestions.ts";
import styles from "./SuggestField.module.css";

type Suggestion = { readonly id: string; readonly words: string; readonly detail?: string };

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
  /** Words for the number of suggestions, for screen readers. */
  readonly countWords: string;
  /** Whether the first suggestion is marked until arrows mark another. */
  readonly takesFirst?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
};

type Open = {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly isShown: boolean;
  /** Index of the marked suggestion; -1: none. */
  readonly active: number;
  readonly choose: (chosen: Suggestion | undefined) => void;
  readonly onTyped: (typed: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly close: () => void;
};

/** Opens the suggestions while a person types; keys mark and take a suggestion. */
function useOpenList({
  onText,
  suggestions,
  onChoose,
  takesFirst = false,
}: Pick<SuggestFieldProps, "onText" | "suggestions" | "onChoose" | "takesFirst">): Open {
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const isShown = isOpen && suggestions.length > 0;
  const active = Math.min(at === -1 && takesFirst ? 0 : at, suggestions.length - 1);
  useEffect(() => (isShown ? noteOpen(() => setOpen(false)) : undefined), [isShown]);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);

  const choose = (chosen: Suggestion | undefined): void => {
    setOpen(false);
    setAt(-1);
    if (chosen !== undefined) onChoose(chosen.id);
  };
  const onTyped = (typed: string): void => {
    onText(typed);
    setOpen(true);
    setAt(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (isShown) setAt(placeAfter(event.key, active, suggestions.length));
      else setOpen(true);
      return;
    }
    if (!isShown || active === -1 || event.ctrlKey) return;
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Enter" || event.key === "Tab") choose(suggestions[active]);
  };
  return { list, isShown, active, choose, onTyped, onKeyDown, close: () => setOpen(false) };
}

function placeAfter(key: "ArrowDown" | "ArrowUp", active: number, count: number): number {
  return (
    (active +
      (key === "ArrowDown" ? 1 : count - 1) +
      (active === -1 && key === "ArrowUp" ? 1 : 0)) %
    count
  );
}

/**
 * Shows the field with its suggestions.
 *
 * @param takesFirst For fields whose value must be one of the suggestions.
 * @param suggestions Suggestions for the current text.
 */
export function SuggestField(props: SuggestFieldProps) {
  const { label, text, suggestions, wrong = null } = props;
  const id = useId();
  const { list, isShown, active, choose, onTyped, onKeyDown, close } = useOpenList(props);

  return (
    <div className={`${fieldStyles["field"]} ${styles["suggest"]}`}>
      <label htmlFor={id} className={fieldStyles["label"]}>
        {label}
      </label>
      <input
        id={id}
        ref={props.inputRef ?? null}
        className={`${fieldStyles["input"]} ${styles["input"]}`}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active !== -1 ? `${id}-${active}` : undefined}
        aria-invalid={wrong !== null}
        aria-describedby={describedBy(id, props)}
        data-invalid={wrong === null ? undefined : true}
        value={text}
        placeholder={props.placeholder}
        disabled={props.disabled ?? false}
        inputMode={props.numeric === true ? "numeric" : "text"}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {isShown ? (
        <Suggestions
          id={id}
          list={list}
          label={label}
          suggestions={suggestions}
          active={active}
          onChoose={choose}
        />
      ) : null}
      <span role="status" className={styles["spoken"]}>
        {isShown ? props.countWords : ""}
      </span>
      <Remarks id={id} {...props} />
    </div>
  );
}

type SuggestionsProps = Pick<SuggestFieldProps, "label" | "suggestions"> &
  Pick<Open, "list" | "active"> & {
    readonly id: string;
    readonly onChoose: Open["choose"];
  };

function Suggestions({ id, list, label, suggestions, active, onChoose }: SuggestionsProps) {
  return (
    <ul ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles["list"]}>
      {suggestions.map((one, i) => (
        <li
          key={one.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          className={styles["option"]}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(one)}
        >
          <b>{one.words}</b>
          {one.detail === undefined ? null : <span>{one.detail}</span>}
        </li>
      ))}
    </ul>
  );
}

type RemarksProps = Pick<SuggestFieldProps, "hint" | "wrong" | "unusual">;

/** Describes the field: its hint, and its error or else its warning. */
function Remarks({
  id,
  hint,
  wrong = null,
  unusual = null,
}: RemarksProps & { readonly id: string }) {
  return (
    <>
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
    </>
  );
}

function describedBy(
  id: string,
  { hint, wrong = null, unusual = null }: RemarksProps,
): string | undefined {
  const remarks = [
    hint === undefined ? "" : `${id}-hint`,
    wrong === null ? "" : `${id}-wrong`,
    unusual === null || wrong !== null ? "" : `${id}-unusual`,
  ].filter(Boolean);
  return remarks.length === 0 ? undefined : remarks.join(" ");
}
