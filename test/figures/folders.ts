/** Which rooms of core import which, from the import lines of the sources. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";

/**
 * `from` → `to`, rooms of core, by the first file in name order that imports so:
 * "labels/label-model.ts → shipping/shipments/purchase-snapshot.ts".
 */
export type FolderImports = ReadonlyMap<string, ReadonlyMap<string, string>>;

const IMPORTED =
  /^\s*(?:import|export)\b[^"';]*?\bfrom\s*"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"\s*\)|^\s*import\s*"(\.[^"]+)"/gm;

/** What a roof is given, and its `serve`: the sum of its rooms' needs. */
const SUM = /^\w+[/\\](?:deps|route)\.ts$/;

/**
 * @param core Absolute path of core/.
 * @returns The imports between its rooms, types among them. Files at the top put the parts
 *   together, routes are put together by them, and a roof's `deps.ts` is the sum of what its rooms
 *   need: none of these count.
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
 * @returns Each pair or larger ring of rooms once, from its first folder in name order: "labels →
 *   shipments → labels".
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

/** Roofs that are one room each; their folders only sort its files. */
const ONE_ROOM = ["labels", "printing", "sync"];

/** @returns "shipping/offers", "labels", "sync/hub"; undefined for a file at the top of core. */
function folderOf(file: string): string | undefined {
  const [roof = "", room] = file.split(sep).slice(0, -1);
  if (roof === "") return undefined;
  const isWhole = room === undefined || (ONE_ROOM.includes(roof) && room !== "hub");
  return isWhole ? roof : `${roof}/${room}`;
}
