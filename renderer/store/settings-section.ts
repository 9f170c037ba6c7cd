/** A section of Settings: a feature declares it, and Settings lists and shows it. */
import type { ComponentType } from "react";
import type { ParseKeys } from "i18next";
import type { SettingsPart } from "./navigation.slice.ts";

/** Groups of sections, in the order of the list. */
export const SETTINGS_GROUPS = ["desk", "organization", "carriers", "programs", "data"] as const;

/**
 * `rank`: position in its group. `parts`: forms of the section that other screens link to.
 * `needsPerson`: whether something in the section waits for an answer; read at each change of the
 * store. `takeCode`: handles a scan while the section is open; returns false when the code is for
 * the home view. `opensFor`: whether the section opens for a code, wherever it is scanned.
 */
export type SettingsSection = {
  readonly name: SettingsPart;
  readonly group: (typeof SETTINGS_GROUPS)[number];
  readonly rank: number;
  readonly title: ParseKeys;
  readonly Screen: ComponentType;
  /** Whether a packer who has signed in by a badge sees the section too. */
  readonly isForPackers?: true;
  readonly parts?: readonly SettingsPart[];
  readonly needsPerson?: () => boolean;
  readonly takeCode?: (code: string) => boolean;
  readonly opensFor?: (code: string) => boolean;
};
