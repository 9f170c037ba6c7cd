/**
 * The sections of Settings as one native list with their groups. The style sheet shows it instead
 * of the tabs where the window is narrow or the type large.
 */
import { useTranslation } from "react-i18next";
import type { SettingsSection } from "../../store/settings-section.ts";
import styles from "./SettingsView.module.css";
import { useSettingsView } from "./use-settings-view.ts";

export type SectionListProps = {
  readonly sections: readonly SettingsSection[];
  readonly open: SettingsSection;
  /**
   * The element with which the arrows chose the last section, until another key or a click. The
   * focus returns to it from the form of a section.
   */
  readonly walk: { current: HTMLElement | null };
};

/** Shows the list; a choice opens the section. */
export function SectionChoice({ sections, open, walk }: SectionListProps) {
  const { t } = useTranslation();
  const choose = useSettingsView((store) => store.chooseSettings);
  // Renders again when a section starts or ceases to need a person.
  useSettingsView(() => sections.filter(({ needsPerson }) => needsPerson?.() === true).length);
  return (
    <label className={styles["choice"]}>
      <span>{t("settings.section")}</span>
      <select
        value={open.name}
        data-testid="section-choice"
        onChange={({ target }) => {
          const next = sections.find(({ name }) => name === target.value);
          if (next === undefined) return;
          walk.current = target;
          choose(next.name);
        }}
      >
        {groupsOf(sections).map(([group, members]) => (
          <optgroup key={group} label={t(`settings.group.${group}`)}>
            {members.map(({ name, title, needsPerson }) => (
              <option key={name} value={name}>
                {needsPerson?.() === true ? `${t(title)} · ${t("settings.needsPerson")}` : t(title)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

/** Returns the sections by group, in their order. */
function groupsOf(sections: readonly SettingsSection[]) {
  const groups = new Map<SettingsSection["group"], SettingsSection[]>();
  for (const section of sections)
    groups.set(section.group, [...(groups.get(section.group) ?? []), section]);
  return [...groups];
}
