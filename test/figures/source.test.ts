import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { readSources, sourceFigures } from "./source.ts";

it("casts, exported functions without a docstring, long files and exported names are counted from the code, not from its words", () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, "a.ts"),
    `import { x as y } from "./b.ts"; // y as Word
export const list = ["as Text"] as const;
export type T = typeof list;
/** Says it. */
export function told(): T { return y as T; }
/* no docstring */
export function untold(): void {}
/** Says it. */

export const arrow = (): number => 1 as unknown as number;
export const bare = async (): Promise<void> => {};
function own(): void {}
export { own as other };
`,
  );
  writeFileSync(join(folder, "b.ts"), `export const x = 1;\n${"// a line\n".repeat(250)}`);
  expect(sourceFigures(readSources(folder))).toEqual({
    casts: ["a.ts:5", "a.ts:10", "a.ts:10"],
    functionsWithoutDocstring: ["a.ts: untold", "a.ts: bare"],
    filesOver250Lines: ["b.ts: 251"],
    exportedNames: 8,
  });
});
