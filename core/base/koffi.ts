/**
 * The library that calls Windows's own functions. Nothing is loaded on other systems: its binary is
 * not there.
 */
import { createRequire } from "node:module";

export type Koffi = typeof import("koffi");

/** Loaded by the first call. @throws Error on another system. */
export function loadKoffi(): Koffi {
  if (process.platform !== "win32") throw new Error("Windows is called on Windows only");
  const load: (name: "koffi") => Koffi = createRequire(import.meta.url);
  return load("koffi");
}
