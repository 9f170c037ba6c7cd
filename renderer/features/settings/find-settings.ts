/** Finds sections, fields and commands of Settings by their words. */
import { fold } from "../../../core/base/text.ts";
import { i18n } from "../../i18n/i18n.ts";
import type { Found } from "../../store/feature.ts";
import type { SettingsPart } from "../../store/navigation.slice.ts";
import { isPackerHere } from "../../store/sign-in.slice.ts";
import { focusField } from "./settings-focus.ts";
import { SETTINGS_INDEX } from "./settings-index.ts";
import { useSettingsView } from "./use-settings-view.ts";

/**
 * A section, or a field or command of a section. `field`: its label, null for the section itself.
 * `isFocused`: whether opening the result focuses it.
 */
export type FoundSetting = {
  readonly section: SettingsPart | "today";
  readonly title: string;
  readonly field: string | null;
  readonly isFocused: boolean;
};

/** The most results that the palette shows. */
const MOST_IN_PALETTE = 6;

/**
 * Finds the settings whose words contain every typed word, sections before fields. A section is
 * found by usual words too. A packer finds only the sections that a packer sees.
 *
 * @returns All sections when nothing is typed.
 */
export function findSettings(typed: string, isPacker: boolean): readonly FoundSetting[] {
  const asked = fold(typed)
    .split(" ")
    .filter((word) => word !== "");
  const fits = (text: string): boolean => {
    const folded = ` ${fold(text)}`;
    return asked.every((word) => folded.includes(` ${word}`));
  };
  const t = (key: (typeof SETTINGS_INDEX)[number]["title"]): string => String(i18n.t(key));
  const index = SETTINGS_INDEX.filter(({ isForPackers }) => !isPacker || isForPackers === true);
  const all = index.map(({ section, title, usual, fields, commands = [] }) => ({
    section,
    title: t(title),
    usual: t(usual),
    fields: [
      ...fields.map((field) => ({ field: t(field), isFocused: true })),
      ...commands.map((field) => ({ field: t(field), isFocused: false })),
    ],
  }));
  const sections = all
    .filter(({ title, usual }) => fits(`${title} ${usual}`))
    .map(({ section, title }) => ({ section, title, field: null, isFocused: false }));
  if (asked.length === 0) return sections;
  const inFields = all.flatMap(({ section, title, fields }) =>
    fields
      .filter(({ field }) => field !== title && fits(field))
      .map((found) => ({ section, title, ...found })),
  );
  return [...sections, ...inFields];
}

/** Finds settings for the member who uses the desk. */
export function findSettingsHere(typed: string): readonly FoundSetting[] {
  return findSettings(typed, isPackerHere(useSettingsView.getState().signIn));
}

/** Opens the section of a result, and focuses its field unless that command may destroy. */
export function openFound({ section, field, isFocused }: FoundSetting): void {
  if (section === "today") return useSettingsView.getState().showView(section);
  useSettingsView.getState().openSettings(section);
  if (field !== null && isFocused) focusField(field);
}

/** Finds settings for the palette. */
export function settingsFound(typed: string): readonly Found[] {
  return findSettingsHere(typed)
    .slice(0, MOST_IN_PALETTE)
    .map((found) => ({
      id: `settings.${found.section}.${found.field ?? ""}`,
      text: found.field ?? found.title,
      detail: found.field === null ? "" : found.title,
      run: () => openFound(found),
    }));
}
