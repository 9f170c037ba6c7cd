/**
 * Which folders labels may be printed into: the one place that decides it. At the desk a person
 * chooses one; a program stays inside the folder that the station was started with.
 */
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errors } from "../base/errors.ts";
import type { Actor } from "../http/actor.ts";
import type { PrintingDeps } from "./deps.ts";

/**
 * `\\server\share`, with slashes of either kind: opening one sends this user's credentials to that
 * server.
 */
const NETWORK_PATH = /^\s*[\\/]{2}/;

/** @returns Whether a path leads to another machine. */
export function isNetworkPath(path: string): boolean {
  return NETWORK_PATH.test(path);
}

/**
 * @throws AppError E1085 for a path that no printer may have; E1055 for a folder that this caller
 *   may not choose.
 */
export function checkPrinterFolder(
  deps: Pick<PrintingDeps, "desk">,
  actor: Pick<Actor, "via">,
  path: string,
): void {
  if (isNetworkPath(path))
    throw errors.badRequest(
      "path: a network path is not opened. Connect it as a drive or mount it, and give its path here.",
    );
  if (!isAbsolute(path) || path.includes("\0"))
    throw errors.badRequest("path: must be the whole path of a folder, from its drive or root.");
  if (actor.via === "desk") return;
  const { printerFolder } = deps.desk;
  if (printerFolder === null)
    throw errors.notAuthorised(
      "Folders to print into are chosen at the desk; a headless station is given one with --printer-folder DIR.",
    );
  const below = relative(realPlace(printerFolder), realPlace(path));
  if (below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below))
    throw errors.notAuthorised(
      "path: must be in the folder that this station was started with (--printer-folder).",
    );
}

/** The path with its links followed, as far as it exists. */
function realPlace(path: string): string {
  const place = resolve(path);
  try {
    return realpathSync.native(place);
  } catch {
    return dirname(place) === place ? place : join(realPlace(dirname(place)), basename(place));
  }
}
