/** The search field in the line above a list. */
import { Search, X } from "lucide-react";
import { useLayoutEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { isNarrow } from "./narrow.ts";
import styles from "./SearchField.module.css";

type SearchFieldProps = {
  readonly id: string;
  readonly label: string;
  /** Names the fields that a search looks in; shown while the field is empty. */
  readonly hint: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Called for arrow down, which leads from the field into the list. */
  readonly onDown?: () => void;
  readonly onEnter?: () => void;
};

/** A layout effect, so that a key is not lost that is pressed as soon as the field is painted. */
function useSearchKeys(field: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isField =
        event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
      const isFind = event.ctrlKey && event.key.toLowerCase() === "f";
      if (!isFind && (event.key !== "/" || isField)) return;
      event.preventDefault();
      // A panel that covers the list covers the field.
      if (isNarrow() && document.querySelector("[data-side-panel]") !== null) return;
      field.current?.focus();
      field.current?.select();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [field]);
}

/**
 * Shows the field with its key, or a button that clears it. "/" outside a field and Ctrl+F focus it
 * with its text selected.
 */
export function SearchField({
  id,
  label,
  hint,
  value,
  onChange,
  onDown,
  onEnter,
}: SearchFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useSearchKeys(field);
  return (
    <div className={styles["search"]}>
      <label htmlFor={id}>
        <Search size={16} aria-hidden="true" />
        <span className="hidden">{label}</span>
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        value={value}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts="/ Control+F"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onEnter?.();
          if (event.key !== "ArrowDown" || onDown === undefined) return;
          event.preventDefault();
          onDown();
        }}
      />
      {value === "" ? (
        <kbd aria-hidden="true">/</kbd>
      ) : (
        <button
          type="button"
          aria-label={t("list.clearSearch")}
          onClick={() => {
            onChange("");
            field.current?.focus();
          }}
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
