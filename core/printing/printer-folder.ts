/**
 * Decides which folders labels may be printed into. A person at the desk may choose any local
 * folder; a program must stay inside the folder that the station was started with.
 */
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errors } from "../base/errors.ts";
import type { Actor } from "../http/actor.ts";
import type { PrintingDeps } from "./deps.ts";

/**
 * `\\server\share`, with either kind of slash. Opening such a path sends this user's credentials to
 * that server.
 */
const NETWORK_PATH = /^\s*[\\/]{2}/;

/** Returns whether a path leads to another machine. */
export function isNetworkPath(path: string): boolean {
  return NETWORK_PATH.test(path);
}

/**
 * Checks that a caller may use a folder for a file printer.
 *
 * @throws AppError E1085 for a path that no printer may have; E1055 for a folder that this caller
 * may not choose.
 */
export function checkPrinterFolder(
  deps: Pick<PrintingDeps, "desk">,
  actor: Pick<Actor, "via">,
  path: string,
): void {
  if (isNetworkPath(path))
    throw errors.badRequest(
      "path: network paths are not allowed. Connect the folder as a drive or mount it, and give its local path here.",
    );
  if (!isAbsolute(path) || path.includes("\0"))
    throw errors.badRequest("path: must be the absolute path of a folder, from its drive or root.");
  if (actor.via === "desk") return;
  const { printerFolder } = deps.desk;
  if (printerFolder === null)
    throw errors.notAuthorised(
      "Folders to print into are chosen at the desk; a headless station is given one with --printer-folder DIR.",
    );
  const below = relative(withLinksResolved(printerFolder), withLinksResolved(path));
  if (below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below))
    throw errors.notAuthorised(
      "path: must be in the folder that this station was started with (--printer-folder).",
    );
}

/** Resolves symbolic links in the part of a path that exists. */
function withLinksResolved(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    return dirname(absolute) === absolute
      ? absolute
      : join(withLinksResolved(dirname(absolute)), basename(absolute));
  }
}
