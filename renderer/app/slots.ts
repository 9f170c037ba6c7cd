/** What fills the slots: the features' parts, and the window's own. */
import type { ComponentType } from "react";
import type { SlotName, SlotParts, SlotProps } from "../store/slots.tsx";
import { KeyList } from "./KeyList.tsx";
import { OpenOverlay } from "./OpenOverlay.tsx";
import { PARTS } from "./parts.ts";

const fill = <Name extends SlotName>(name: Name): readonly ComponentType<SlotProps[Name]>[] => PARTS.flatMap(({ slots }): readonly ComponentType<SlotProps[Name]>[] => slots?.[name] ?? []);

/** What fills each slot. */
export const SLOTS: SlotParts = {
  settings: fill("settings"),
  lastResult: fill("lastResult"),
  emptyHome: fill("emptyHome"),
  scanField: fill("scanField"),
  labelPicture: fill("labelPicture"),
  parcelWay: fill("parcelWay"),
  overlay: [OpenOverlay],
  keyList: [KeyList],
};
