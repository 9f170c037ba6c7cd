/**
 * Search field of the open guide: Ctrl+F focuses it, Enter goes to the next match, Shift+Enter to
 * the previous one.
 */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
} from "react";
import { useTranslation } from "react-i18next";
import { findIn, markFound } from "./find-text.ts";
import type { Guide } from "./guide.ts";
import styles from "./Help.module.css";

type FindProps = {
  readonly of: Guide | null;
  readonly onPrint: () => void;
  /** The element that shows the guide. */
  readonly text: RefObject<HTMLElement | null>;
};

/** Shows the field, and handles Ctrl+F and Ctrl+P while Help is open. */
export function FindInGuide({ of, text, onPrint }: FindProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<readonly Range[]>([]);
  const [at, setAt] = useState(0);

  useEffect(() => {
    const finds = text.current === null ? [] : findIn(text.current, typed);
    setFound(finds);
    setAt(0);
    markFound(finds, 0);
  }, [of, text, typed]);
  useEffect(() => () => markFound([], 0), []);
  useKeys(field, of === null ? null : onPrint);

  const onKeyDown = (event: ReactKeyboardEvent): void => {
    if (event.key !== "Enter" || found.length === 0) return;
    event.preventDefault();
    const next = (at + (event.shiftKey ? found.length - 1 : 1)) % found.length;
    setAt(next);
    markFound(found, next);
  };
  const count =
    typed.trim() === ""
      ? ""
      : found.length === 0
        ? t("help.foundNone")
        : t("help.found", { at: at + 1, count: found.length });
  return (
    <div className={styles["find"]} role="search">
      <input
        ref={field}
        type="search"
        aria-label={t("help.find")}
        placeholder={`${t("help.find")} (Ctrl+F)`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status">{count}</span>
    </div>
  );
}

/** Ctrl+F focuses the field, Ctrl+P prints the guide. @param onPrint null: nothing to print. */
function useKeys(field: RefObject<HTMLInputElement | null>, onPrint: (() => void) | null): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (
        !event.ctrlKey ||
        event.altKey ||
        event.shiftKey ||
        !["KeyF", "KeyP"].includes(event.code)
      )
        return;
      event.preventDefault();
      if (event.repeat) return;
      if (event.code === "KeyP") return onPrint?.();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [field, onPrint]);
}
