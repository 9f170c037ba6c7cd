/** Combines the features' parts with the window's: views, overlays, questions and keys. */
import type { FeatureParts, KeyCommand, Overlay, Question, View } from "../store/feature.ts";
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { FEATURES, type Store, type ViewName } from "./features.ts";
import { KeyList } from "./KeyList.tsx";
import { keyTableOf } from "./keys.ts";

/** The features' parts; their functions take the whole store. */
export const PARTS: readonly FeatureParts<Store>[] = FEATURES;

type NamedView = View & { readonly name: ViewName };

/** Views in the order of the rail. */
export const VIEWS: readonly NamedView[] = FEATURES.flatMap((feature): readonly NamedView[] =>
  "views" in feature ? feature.views : [],
);

/** Views in the rail. */
export const RAIL_VIEWS: readonly NamedView[] = VIEWS.filter(
  ({ offRail }: View) => offRail !== true,
);

/** Views of the rail that Ctrl and a digit opens; the others have their own key. */
export const NUMBERED_VIEWS: readonly NamedView[] = RAIL_VIEWS.filter(
  ({ opener }: View) => opener === undefined,
);

/** Returns the view of this name; undefined when no feature has such a view. */
export function findView(name: string): View | undefined {
  return VIEWS.find((view) => view.name === name);
}

export const QUESTIONS: readonly Question<Store>[] = PARTS.flatMap(
  ({ questions = [] }) => questions,
);

const KEYS_OVERLAY: Overlay<Store> = {
  name: "keys",
  Panel: KeyList,
  isOpen: ({ keysShown }) => keysShown,
  close({ showKeys }) {
    showKeys(false);
    return true;
  },
};

const [homePart, ...otherParts] = PARTS;

/**
 * Overlays in order of precedence: the home view's overlays, then the key list, then the overlays
 * of other features.
 */
export const OVERLAYS: readonly Overlay<Store>[] = [
  ...(homePart?.overlays ?? []),
  KEYS_OVERLAY,
  ...otherParts.flatMap(({ overlays = [] }) => overlays),
];

/** Keys that open a view from every view. */
const OPENERS: readonly KeyCommand[] = VIEWS.flatMap(({ name, opener }: View) =>
  opener === undefined ? [] : [{ name: `open.${name}`, key: opener.key, run: opener.run }],
);

const COMMANDS: readonly KeyCommand[] = PARTS.flatMap(({ commands = [] }) => commands);

const KEY_TABLES: ReadonlyMap<string, ReadonlyMap<string, KeyCommand>> = new Map([
  ...VIEWS.map(
    ({ name, commands = [] }: View) => [name, keyTableOf([...commands, ...OPENERS])] as const,
  ),
  // The features' commands belong to the home view.
  [HOME_VIEW, keyTableOf([...COMMANDS, ...OPENERS])],
]);
const NO_KEYS: ReadonlyMap<string, KeyCommand> = keyTableOf(OPENERS);

/** Returns the key map of the view with this name. */
export function keyTableIn(view: string): ReadonlyMap<string, KeyCommand> {
  return KEY_TABLES.get(view) ?? NO_KEYS;
}

/** Returns the command of this name; undefined when no command has it. */
export function findCommand(name: string): KeyCommand | undefined {
  return [...COMMANDS, ...OPENERS, ...VIEWS.flatMap(({ commands = [] }: View) => commands)].find(
    (command) => command.name === name,
  );
}

/** Returns whether the open question is shown now; the home view always shows it. */
export function isAskedIn({ view, asked }: Pick<Store, "view" | "asked">): boolean {
  return asked !== null && (view === HOME_VIEW || findView(view)?.asks?.() === true);
}
