/** A section of Settings: a feature states it, and Settings lists and shows it. */
import type { ComponentType } from "react";
import type { LucideIcon } from "lucide-react";
import type { ParseKeys } from "i18next";
import type { SettingsPart } from "./navigation.slice.ts";

/**
 * `rank`: its place in the list. `parts`: what in it another screen leads to. `needsPerson`:
 * whether something in it waits for an answer; read at each change of the store. `takeCode`: gets
 * what is scanned while the section is open; false: the code is for the home view. `opensFor`:
 * whether a code is for this section wherever it is scanned; it is opened then.
 */
export type SettingsSection = {
  readonly name: SettingsPart;
  readonly rank: number;
  readonly title: ParseKeys;
  readonly Icon: LucideIcon;
  readonly Screen: ComponentType;
  readonly parts?: readonly SettingsPart[];
  readonly needsPerson?: () => boolean;
  readonly takeCode?: (code: string) => boolean;
  readonly opensFor?: (code: string) => boolean;
};
