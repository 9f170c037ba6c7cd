/** The search of Settings: its field, and the sections and fields that it finds. */
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../ui/list/SearchField.tsx";
import { useEscCloses } from "../../ui/use-esc-closes.ts";
import { findSettingsHere, openFound, type FoundSetting } from "./find-settings.ts";
import styles from "./SettingsView.module.css";

const FIELD_ID = "settings-search";

type FieldProps = { readonly typed: string; readonly onType: (typed: string) => void };

/** The field; Enter opens the first result. */
export function FindField({ typed, onType }: FieldProps) {
  const { t } = useTranslation();
  return (
    <SearchField
      id={FIELD_ID}
      label={t("settings.find")}
      hint={t("settings.find")}
      value={typed}
      onChange={onType}
      onEnter={() => {
        const [first] = findSettingsHere(typed);
        if (first === undefined || typed.trim() === "") return;
        onType("");
        openFound(first);
      }}
      onDown={() => document.querySelector<HTMLElement>("[data-found] button")?.focus()}
    />
  );
}

type FoundProps = { readonly typed: string; readonly onOpen: () => void };

/** The results; the arrows move through them, Esc returns to the list of sections. */
export function FoundSettings({ typed, onOpen }: FoundProps) {
  const { t } = useTranslation();
  const found = findSettingsHere(typed);
  useEscCloses(onOpen);
  const open = (one: FoundSetting): void => {
    onOpen();
    openFound(one);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
    const at = all.findIndex((one) => one === document.activeElement);
    (all[at + by] ?? document.getElementById(FIELD_ID))?.focus();
  };
  return (
    <div className={styles["list"]} data-found="" data-testid="settings-found">
      <p role="status" className={styles["group"]}>
        {found.length === 0
          ? t("settings.foundNone")
          : t("settings.found", { count: found.length })}
      </p>
      <ul onKeyDown={onKeyDown}>
        {found.map((one) => (
          <li key={`${one.section} ${one.field ?? ""}`}>
            <button type="button" className={styles["tab"]} onClick={() => open(one)}>
              <span>
                {one.field ?? one.title}
                {one.field === null ? null : <small>{one.title}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
