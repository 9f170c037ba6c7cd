/** Finds which rooms of core import which, from the import lines of the sources. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";

/**
 * Importing room → imported room → the first such import in name order of the files:
 * "labels/label-model.ts → shipping/shipments/purchase-snapshot.ts".
 */
export type FolderImports = ReadonlyMap<string, ReadonlyMap<string, string>>;

const IMPORTED =
  /^\s*(?:import|export)\b[^"';]*?\bfrom\s*"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"\s*\)|^\s*import\s*"(\.[^"]+)"/gm;

/** Files with all dependencies or all routes of a roof: the sum of its rooms' needs. */
const SUM = /^\w+[/\\](?:deps|route)\.ts$/;

/**
 * Reads the imports between rooms, type imports included. Three kinds of files do not count: files
 * at the top of core, which compose the roofs; `*.routes.ts`, which serve the endpoints; a roof's
 * `deps.ts` and `route.ts`, which are the sum of its rooms' needs.
 * @param core Absolute path of core/.
 */
export function folderImports(core: string): FolderImports {
  const found = new Map<string, Map<string, string>>();
  const files = (readdirSync(core, { recursive: true }) as string[])
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".routes.ts") && !SUM.test(file))
    .sort();
  for (const file of files) {
    const from = folderOf(file);
    if (from === undefined) continue;
    for (const imported of readFileSync(join(core, file), "utf8").matchAll(IMPORTED)) {
      const target = normalize(
        join(dirname(file), imported[1] ?? imported[2] ?? imported[3] ?? ""),
      );
      const to = folderOf(target);
      if (to === undefined || to.startsWith("..") || to === from || SUM.test(target)) continue;
      const targets = found.get(from) ?? new Map<string, string>();
      if (!targets.has(to)) targets.set(to, `${file} → ${target}`);
      found.set(from, targets);
    }
  }
  return found;
}

/**
 * Returns each cycle of rooms once, from its first room in name order: "labels → shipments →
 * labels".
 */
export function folderCycles(imports: FolderImports): string[] {
  const cycles: string[] = [];
  const follow = (start: string, path: readonly string[]): void => {
    for (const next of [...(imports.get(path.at(-1) ?? "")?.keys() ?? [])].sort()) {
      if (next === start) cycles.push([...path, start].join(" → "));
      else if (next > start && !path.includes(next)) follow(start, [...path, next]);
    }
  };
  for (const start of [...imports.keys()].sort()) follow(start, [start]);
  return cycles;
}

/** Roofs that are one room each, apart from sync/hub: their folders only sort files. */
const ONE_ROOM = ["labels", "printing", "sync"];

/**
 * Returns a file's room, such as "shipping/offers", "labels" or "sync/hub"; undefined for a file at
 * the top of core.
 */
function folderOf(file: string): string | undefined {
  const [roof = "", room] = file.split(sep).slice(0, -1);
  if (roof === "") return undefined;
  const isWhole = room === undefined || (ONE_ROOM.includes(roof) && room !== "hub");
  return isWhole ? roof : `${roof}/${room}`;
}
