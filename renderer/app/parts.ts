/**
 * The features' parts put together, with the window's own: views, overlays, questions, keys and
 * what is read again.
 */
import type { FeatureParts, KeyCommand, Overlay, Question, View } from "../store/feature.ts";
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { FEATURES, type Store, type ViewName } from "./features.ts";
import { KeyList } from "./KeyList.tsx";
import { keyTableOf } from "./keys.ts";

/** The features as functions of the whole store. */
export const PARTS: readonly FeatureParts<Store>[] = FEATURES;

type NamedView = View & { readonly name: ViewName };

/** In the order of the rail. */
export const VIEWS: readonly NamedView[] = FEATURES.flatMap((feature): readonly NamedView[] =>
  "views" in feature ? feature.views : [],
);

/** Returns the view of this name; undefined when no feature has one. */
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
 * The first one that is open is shown: of the home view, then the list of keys, then those of other
 * features.
 */
export const OVERLAYS: readonly Overlay<Store>[] = [
  ...(homePart?.overlays ?? []),
  KEYS_OVERLAY,
  ...otherParts.flatMap(({ overlays = [] }) => overlays),
];

const COMMANDS: readonly KeyCommand[] = PARTS.flatMap(({ commands = [] }) => commands);

const KEY_TABLES: ReadonlyMap<string, ReadonlyMap<string, KeyCommand>> = new Map([
  ...VIEWS.map(({ name, commands = [] }: View) => [name, keyTableOf(commands)] as const),
  // The commands of all features are the home view's.
  [HOME_VIEW, keyTableOf(COMMANDS)],
]);
const NO_KEYS: ReadonlyMap<string, KeyCommand> = new Map();

/** What each key does in the view of this name. */
export function keyTableIn(view: string): ReadonlyMap<string, KeyCommand> {
  return KEY_TABLES.get(view) ?? NO_KEYS;
}

/** Returns the command of this name; undefined when there is none. */
export function findCommand(name: string): KeyCommand | undefined {
  return [...COMMANDS, ...VIEWS.flatMap(({ commands = [] }: View) => commands)].find(
    (command) => command.name === name,
  );
}

/** Whether a question that is open is shown now: by the home view always. */
export function isAskedIn({ view, asked }: Pick<Store, "view" | "asked">): boolean {
  return asked !== null && (view === HOME_VIEW || findView(view)?.asks?.() === true);
}
