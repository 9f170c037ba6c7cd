/** Screens that are loaded when they are first opened. */
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/**
 * A component whose file is loaded when it first renders; until then the nearest Suspense shows its fallback.
 *
 * @param load Imports the file and picks the component.
 */
export function lazyScreen<Props extends object = object>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }));
}
