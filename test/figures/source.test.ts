import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { readSources, sourceFigures } from "./source.ts";

it("casts, undocumented exports, long files and functions, import cycles and exported names are counted, and words in comments and texts are not", () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, "a.ts"),
    `import { x as y } from "./b.ts"; // y as Word
export const list = ["as Text"] as const;
export type T = typeof list;
/** Says it. */
export function documented(): T { return y as T; }
/* no docstring */
export function bareToo(): void {}
/** Says it. */

export const arrow = (): number => 1 as unknown as number;
export const bare = async (): Promise<void> => {};
function own(): void {}
export { own as other };
`,
  );
  writeFileSync(join(folder, "b.ts"), `export const x = 1;\n${"// a line\n".repeat(300)}`);
  mkdirSync(join(folder, "roof"));
  writeFileSync(
    join(folder, "roof/c.ts"),
    `import type { D } from "./d.ts";\nfunction long(): D {\n${"  // a line\n".repeat(60)}}\n`,
  );
  writeFileSync(join(folder, "roof/d.ts"), 'export type { D } from "./c.ts";\n');
  expect(sourceFigures(readSources(folder))).toEqual({
    casts: ["a.ts:5", "a.ts:10", "a.ts:10"],
    functionsWithoutDocstring: ["a.ts: bareToo", "a.ts: bare"],
    filesOver300Lines: ["b.ts: 301"],
    functionsOver60Lines: ["roof/c.ts: long, 62"],
    fileCycles: ["roof/c.ts → roof/d.ts → roof/c.ts"],
    linesOfRoofs: { top: 314, roof: 64 },
    exportedNames: 9,
  });
});
