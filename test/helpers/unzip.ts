/** Reads the files of a zip with an independent program. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./folders.ts";

/**
 * Reads the files of a zip as texts.
 *
 * @returns Texts by file name.
 * @throws Error when Python finds the zip damaged.
 */
export function unzip(bytes: Uint8Array): ReadonlyMap<string, string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.zip"), bytes);
  execFileSync("python3", [
    "-c",
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])",
    join(folder, "a.zip"),
    join(folder, "out"),
  ]);
  const names = readdirSync(join(folder, "out"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names.map((name) => [name.slice(join(folder, "out").length + 1), readFileSync(name, "utf8")]),
  );
}
