/**
 * Build settings: code that a start needs together goes into one file. The application's main
 * process serves each file and is busy at a start: a hundred small files cost a third of a second.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Matches the call in a feature or a view: `soonPart(async () => (await
 * import("./HoldPanel.tsx")).HoldPanel)`.
 */
const SOON = /soonPart\(async \(\) => \(await import\("([^"]+)"\)\)/g;

/**
 * Files imported in many places but needed only by forms; the page's file gets only what the page
 * uses.
 */
const CHECKS = /[\\/](?:zod|core)[\\/](?!.*\.api\.ts$)/;

/** Small parts of screens; React Aria's menus and the big table have their own files. */
const PARTS = /[\\/]renderer[\\/](?:ui|lib)[\\/][^\\/]+$|[\\/]lucide-react[\\/]/;

type Group = {
  readonly name: string;
  readonly priority: number;
  readonly tags?: "$initial"[];
  readonly test?: (id: string) => boolean;
  readonly minShareCount?: number;
  readonly entriesAware?: boolean;
  readonly entriesAwareMergeThreshold?: number;
};

/**
 * Returns Rolldown's groups: the page's imports, and the parts that load right after the page is
 * shown, each with its dependencies. Screens that open later keep their own files; parts that
 * several of them share are one file, because each file's name is in all files that use it.
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
    { name: "parts", test: (id) => PARTS.test(id), minShareCount: 4, priority: 0 },
  ];
}

/** Returns the absolute paths of the files that `loadSoonParts` loads. */
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
