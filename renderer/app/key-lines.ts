/** Lines of the key list: the window's and the features' lines, in the order of the keyboard. */
import type { FeatureParts, KeyLine, View } from "../store/feature.ts";
import { FEATURES, type Store } from "./features.ts";

const WINDOW_LINES: readonly KeyLine[] = [
  { rank: 10, key: "F10 · F12", words: "keys.answers" },
  { rank: 20, key: "Esc", words: "keys.esc" },
  { rank: 21, key: "F1", words: "keys.keys" },
  { rank: 21.5, key: "Alt+H", words: "keys.help" },
  { rank: 22, key: "Ctrl+K", words: "keys.palette" },
  { rank: 22.2, key: "Ctrl+L", words: "keys.lock" },
  { rank: 23, key: "Ctrl+1 … 9", words: "keys.views" },
];

const PARTS: readonly FeatureParts<Store>[] = FEATURES;

/** Keys of the window and of the home view. */
export const KEY_LINES: readonly KeyLine[] = [
  ...WINDOW_LINES,
  ...PARTS.flatMap(({ keyLines = [] }) => keyLines),
  ...PARTS.flatMap(({ views = [] }) => views).flatMap(({ opener }: View) =>
    opener === undefined ? [] : [{ rank: 22.5, key: opener.key, words: opener.words }],
  ),
].toSorted((a, b) => a.rank - b.rank);

type ViewKeys = Pick<View, "name" | "title"> & { readonly lines: readonly KeyLine[] };

/** Keys that other views define for themselves. */
export const VIEW_KEY_LINES: readonly ViewKeys[] = PARTS.flatMap(({ views = [] }) => views).flatMap(
  ({ name, title, keyLines: lines }: View) => (lines === undefined ? [] : [{ name, title, lines }]),
);
