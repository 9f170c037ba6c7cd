/**
 * For the build of the screen: what one start needs together lies in one file. Each file is asked
 * of the application's main process, which at a start has other work: a hundred small ones cost a
 * start a third of a second.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * As a feature or a view writes it:
 * `soonPart(async () => (await import("./HoldPanel.tsx")).HoldPanel)`.
 */
const SOON = /soonPart\(async \(\) => \(await import\("([^"]+)"\)\)/g;

/**
 * Imported by much that the page imports, and used by forms alone: the page takes of it what it
 * uses itself.
 */
const CHECKS = /[\\/](?:zod|core)[\\/](?!.*\.api\.ts$)/;

type Group = {
  readonly name: string;
  readonly priority: number;
  readonly tags?: "$initial"[];
  readonly test?: (id: string) => boolean;
  readonly entriesAware?: boolean;
  readonly entriesAwareMergeThreshold?: number;
};

/**
 * Groups for Rolldown: what the page imports, and what the screen loads right after it is shown.
 * What either needs goes with it; screens that are opened later keep files of their own.
 *
 * @param screen Folder of the screen's sources, absolute.
 */
export function startChunks(screen: string): Group[] {
  const soon = soonFiles(screen);
  return [
    {
      name: "checks",
      test: (id) => CHECKS.test(id),
      entriesAware: true,
      entriesAwareMergeThreshold: 3_000,
      priority: 3,
    },
    { name: "first", tags: ["$initial"], priority: 2 },
    { name: "soon", test: (id) => soon.has(resolve(id)), priority: 1 },
  ];
}

/** @returns Absolute paths of the files that `loadSoonParts` loads. */
function soonFiles(screen: string): ReadonlySet<string> {
  const sources = globSync("{app,features}/**/*.{ts,tsx}", { cwd: screen }).map((file) =>
    resolve(screen, file),
  );
  return new Set(
    sources.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(SOON)].map(([, part = ""]) =>
        resolve(dirname(file), part),
      ),
    ),
  );
}
