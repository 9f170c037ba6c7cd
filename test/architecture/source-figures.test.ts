import { join } from "node:path";
import { expect, it } from "vitest";
import { readSources, sourceFigures } from "../figures/source.ts";
import { ROOT } from "../helpers/folders.ts";

const MOST_CASTS = 15;

it("core has no files that import each other, no file or function above the length limit, no exported function without a docstring, and few casts", () => {
  const { fileCycles, filesOver300Lines, functionsOver60Lines, functionsWithoutDocstring, casts } =
    sourceFigures(readSources(join(ROOT, "core")));
  expect({
    fileCycles,
    filesOver300Lines,
    functionsOver60Lines,
    functionsWithoutDocstring,
  }).toEqual({
    fileCycles: [],
    filesOver300Lines: [],
    functionsOver60Lines: [],
    functionsWithoutDocstring: [],
  });
  expect(casts.length).toBeLessThanOrEqual(MOST_CASTS);
});
