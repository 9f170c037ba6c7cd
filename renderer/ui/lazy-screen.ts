/**
 * Parts of the screen that are loaded after the first screen is shown, or when first opened,
 * together with the words that the first screen does not need.
 */
import {
  createElement,
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from "react";
import { showLaterWords } from "../i18n/i18n.ts";

/**
 * Creates a component whose file is loaded at its first render; until then the nearest Suspense
 * shows its fallback.
 *
 * @param load Imports the file and picks the component.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => withWords(load));
}

/** Like lazyPart, for a screen without properties. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(() => withWords(load));
}

type Soon = { load(): Promise<unknown> };

const soon: Soon[] = [];

/**
 * Creates a component that the first screen does not need but a packer's first key may open:
 * `loadSoonParts` loads its file in advance. Rendered before that, the component is empty until the
 * file is loaded.
 *
 * @param load Imports the file and picks the component.
 */
export function soonPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<{ default: ComponentType<Props> }> | undefined;
  const loadOnce = (): Promise<{ default: ComponentType<Props> }> => {
    loading ??= withWords(load).then((file) => {
      loaded = file.default;
      return file;
    });
    return loading;
  };
  soon.push({ load: loadOnce });
  const Waiting = lazy(loadOnce);
  return function SoonPart(props: Props): ReactNode {
    // A shown component keeps its instance: replacing it would lose text typed in it.
    const [Shown] = useState<ComponentType<Props> | undefined>(() => loaded);
    return Shown === undefined
      ? createElement(Suspense, { fallback: null }, createElement(Waiting, props))
      : createElement(Shown, props);
  };
}

/**
 * Loads the words and the parts that a packer may need next.
 *
 * @returns Settles when all are loaded; a part that cannot be read fails when it is shown.
 */
export async function loadSoonParts(): Promise<void> {
  await Promise.allSettled([showLaterWords(), ...soon.map(({ load }) => load())]);
}

async function withWords<Loaded>(load: () => Promise<Loaded>): Promise<{ default: Loaded }> {
  const [loaded] = await Promise.all([load(), showLaterWords()]);
  return { default: loaded };
}
