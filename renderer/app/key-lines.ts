/** The lines of the list of keys: the window's own and the features', in the order of the keyboard. */
import type { FeatureParts, KeyLine } from "../store/feature.ts";
import { FEATURES, type Store } from "./features.ts";

const WINDOW_LINES: readonly KeyLine[] = [
  { rank: 10, key: "F10 · F12", words: "keys.answers" },
  { rank: 20, key: "Esc", words: "keys.esc" },
  { rank: 21, key: "F1", words: "keys.keys" },
];

const PARTS: readonly FeatureParts<Store>[] = FEATURES;

export const KEY_LINES: readonly KeyLine[] = [...WINDOW_LINES, ...PARTS.flatMap(({ keyLines = [] }) => keyLines)].toSorted((a, b) => a.rank - b.rank);
