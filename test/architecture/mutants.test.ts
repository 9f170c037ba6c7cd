import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../helpers/folders.ts";
import { MUTANTS, placesOf } from "../mutants/mutants.ts";

it("each mutant's code occurs exactly once in its file, so that `npm run mutants` can plant its fault", () => {
  const lost = MUTANTS.filter(({ file, find }) => {
    const path = join(ROOT, file);
    return !existsSync(path) || placesOf(readFileSync(path, "utf8"), find).length === 0;
  });
  expect(lost.map(({ file, fault }) => `${file}: ${fault}`)).toEqual([]);
  expect(placesOf("a = 1; a = 1;", "a = 1;")).toEqual([]);
});
