/** The search field in the line above a list. */
import { Search, X } from "lucide-react";
import { useTranslation } from "react-i18next";
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

/** Shows the field with its key, or a button that clears it. */
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
  return (
    <div className={styles["search"]}>
      <label htmlFor={id}>
        <Search size={16} aria-hidden="true" />
        <span className="hidden">{label}</span>
      </label>
      <input
        id={id}
        type="search"
        value={value}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts="/"
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
            document.getElementById(id)?.focus();
          }}
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
