/** Fills the slots with the features' parts and the window's. */
import type { ComponentType } from "react";
import { SETTINGS_GROUPS, type SettingsSection } from "../store/settings-section.ts";
import type { SlotName, SlotParts, SlotProps } from "../store/slots.tsx";
import { KeyList } from "./KeyList.tsx";
import { OpenOverlay } from "./OpenOverlay.tsx";
import { PARTS } from "./parts.ts";

const fill = <Name extends SlotName>(name: Name): readonly ComponentType<SlotProps[Name]>[] =>
  PARTS.flatMap(({ slots }): readonly ComponentType<SlotProps[Name]>[] => slots?.[name] ?? []);

/** The parts of each slot. */
export const SLOTS: SlotParts = {
  lastResult: fill("lastResult"),
  emptyHome: fill("emptyHome"),
  scanField: fill("scanField"),
  labelPicture: fill("labelPicture"),
  parcelWay: fill("parcelWay"),
  setUpStep: fill("setUpStep"),
  overlay: [OpenOverlay],
  keyList: [KeyList],
};

const bySettingsGroup = (a: SettingsSection, b: SettingsSection): number =>
  SETTINGS_GROUPS.indexOf(a.group) - SETTINGS_GROUPS.indexOf(b.group) || a.rank - b.rank;

/** Sections of Settings, group by group. */
export const SECTIONS: readonly SettingsSection[] = PARTS.flatMap(
  ({ sections = [] }) => sections,
).toSorted(bySettingsGroup);
