/** Entries of the palette: views, commands with their keys, and the features' actions. Pure. */
import type { ParseKeys } from "i18next";
import { fold } from "../../../core/base/text.ts";
import type { FeatureParts, KeyCommand, KeyLine, View } from "../../store/feature.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";

/**
 * `keyName`: the key that does the same, shown after the words. `alsoFoundBy`: other words by which
 * the entry is found.
 */
export type PaletteEntry = {
  readonly id: string;
  readonly words: ParseKeys;
  readonly alsoFoundBy?: ParseKeys | undefined;
  readonly keyName?: string | undefined;
  readonly run: () => void;
};

type Shown = { readonly view: string; readonly showView: (view: string) => void };

/** Number of views that Ctrl and a digit open. */
const DIGITS = 9;

/**
 * Lists the palette's entries.
 *
 * @param parts Parts of all features.
 * @param shown The open view, and how to open another.
 * @returns Views first, in the order of the rail.
 */
export function paletteEntries<State>(
  parts: readonly FeatureParts<State>[],
  { view, showView }: Shown,
): readonly PaletteEntry[] {
  const views = parts.flatMap((part): readonly View[] => part.views ?? []);
  const open = views.find(({ name }) => name === view);
  const ofHome = commandEntries(
    parts.flatMap(({ commands = [] }) => commands),
    parts.flatMap(({ keyLines = [] }) => keyLines),
    () => showView(HOME_VIEW),
  );
  const ofOpen = commandEntries(open?.commands ?? [], open?.keyLines ?? [], () => undefined);
  const actions = parts
    .flatMap(({ actions: own = [] }) => own)
    .map(({ name, words, run }) => ({ id: `action.${name}`, words, run }));
  const digits = views
    .filter(({ offRail, opener }) => offRail !== true && opener === undefined)
    .slice(0, DIGITS);
  return [
    ...views.map((listed) => ({
      id: `view.${listed.name}`,
      words: listed.title,
      alsoFoundBy: listed.opener?.alsoFoundBy,
      keyName: listed.opener?.key ?? digitKey(digits.indexOf(listed)),
      run: listed.opener?.run ?? (() => showView(listed.name)),
    })),
    ...ofOpen,
    ...ofHome,
    ...actions,
  ];
}

function digitKey(index: number): string | undefined {
  return index === -1 ? undefined : `Ctrl+${index + 1}`;
}

/**
 * Creates an entry for each command, with the words of its line in the key list; commands without a
 * line get no entry.
 */
function commandEntries(
  commands: readonly KeyCommand[],
  lines: readonly KeyLine[],
  before: () => void,
): readonly PaletteEntry[] {
  return commands.flatMap(({ name, key, run }) => {
    const line = lines.find((one) => one.key === key);
    if (line === undefined) return [];
    const enter = (): void => {
      before();
      run();
    };
    return [{ id: `command.${name}`, words: line.words, keyName: key, run: enter }];
  });
}

/**
 * Returns the entries that contain every typed word; first the entries in which each typed word
 * begins a word. Returns all entries when nothing is typed.
 *
 * @param textOf The entry's words in the screen's language.
 */
export function matching<Entry>(
  entries: readonly Entry[],
  typed: string,
  textOf: (entry: Entry) => string,
): readonly Entry[] {
  const asked = fold(typed)
    .split(" ")
    .filter((word) => word !== "");
  const rankOf = (entry: Entry): number => {
    const text = ` ${fold(textOf(entry))}`;
    if (!asked.every((word) => text.includes(word))) return -1;
    return asked.every((word) => text.includes(` ${word}`)) ? 1 : 0;
  };
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ entry }) => entry);
}
