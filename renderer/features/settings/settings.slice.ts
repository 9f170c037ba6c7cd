/** The open section of Settings. */
import type { StateCreator } from "zustand";
import type { SettingsPart } from "../../store/navigation.slice.ts";
import type { SettingsSection } from "../../store/settings-section.ts";

export type SettingsViewSlice = {
  /** The section that was shown last. */
  readonly lastSection: SettingsPart | null;
  keepSection(name: SettingsPart): void;
};

/** Creates the slice: no section shown yet. */
export const createSettingsViewSlice: StateCreator<SettingsViewSlice> = (set) => ({
  lastSection: null,
  keepSection: (lastSection) => set({ lastSection }),
});

/**
 * Returns the section that contains `part`, else the first section in which something waits for a
 * person, else the section shown last, else the organization's section, else the first section.
 *
 * @returns undefined when there are no sections.
 */
export function sectionOf(
  sections: readonly SettingsSection[],
  part: SettingsPart | null,
  last: SettingsPart | null,
): SettingsSection | undefined {
  const has = (name: SettingsPart | null) => (section: SettingsSection) =>
    section.name === name || section.parts?.some((one) => one === name) === true;
  return (
    sections.find(has(part)) ??
    sections.find(({ needsPerson }) => needsPerson?.() === true) ??
    sections.find(has(last)) ??
    sections.find(has("organization")) ??
    sections[0]
  );
}
