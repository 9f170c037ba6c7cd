/** Checks who may read a folder and its contents, by file modes. */
import { lstatSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Lists the folders that are not 0700 and the files that are not 0600, each with its mode: "window
 * 755". Links are not followed.
 */
export function openToOthers(folder: string): string[] {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) =>
      join(entry.parentPath, entry.name),
    ),
  ];
  return paths.flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || (!found.isDirectory() && !found.isFile())) return [];
    const mode = found.mode & 0o777;
    return mode === (found.isDirectory() ? 0o700 : 0o600)
      ? []
      : [`${relative(folder, path) || "."} ${mode.toString(8)}`];
  });
}
