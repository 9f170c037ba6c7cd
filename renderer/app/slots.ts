/** What fills the slots: the features' parts, and the window's own. */
import type { ComponentType } from "react";
import type { SettingsSection } from "../store/settings-section.ts";
import type { SlotName, SlotParts, SlotProps } from "../store/slots.tsx";
import { KeyList } from "./KeyList.tsx";
import { OpenOverlay } from "./OpenOverlay.tsx";
import { PARTS } from "./parts.ts";

const fill = <Name extends SlotName>(name: Name): readonly ComponentType<SlotProps[Name]>[] =>
  PARTS.flatMap(({ slots }): readonly ComponentType<SlotProps[Name]>[] => slots?.[name] ?? []);

/** What fills each slot. */
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

/** The sections of Settings in the order of their ranks. */
export const SECTIONS: readonly SettingsSection[] = PARTS.flatMap(
  ({ sections = [] }) => sections,
).toSorted((a, b) => a.rank - b.rank);
