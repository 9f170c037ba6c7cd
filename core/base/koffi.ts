/**
 * The library that calls Windows functions. It is not loaded on other systems, where its binary is
 * missing.
 */
import { createRequire } from "node:module";

export type Koffi = typeof import("koffi");

/**
 * Loads the library at the first call.
 *
 * @throws Error on another system.
 */
export function loadKoffi(): Koffi {
  if (process.platform !== "win32")
    throw new Error("Windows functions can only be called on Windows");
  const load: (name: "koffi") => Koffi = createRequire(import.meta.url);
  return load("koffi");
}
