import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { proseFindings } from "../figures/prose.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";

/** How many sentences of each folder may still be hard to read. No number may grow. */
const LEFT = { core: 0, electron: 0, renderer: 0, test: 0 };

it.each(Object.entries(LEFT))(
  "%s has at most %i sentences that are hard to read",
  (folder, most) => {
    const found = proseFindings(ROOT, folder);
    expect(
      found.length <= most
        ? []
        : found.map(
            ({ file, line, text, words }) => `${file}:${line}: replace “${words}” in: ${text}`,
          ),
    ).toEqual([]);
  },
);

it("sentences without a subject and literary turns are found in comments and titles", () => {
  const root = temporaryFolder();
  // A constant, so that this file's own check does not find the planted title.
  const title = "is told to whoever asks";
  mkdirSync(join(root, "core"));
  writeFileSync(
    join(root, "core/planted.ts"),
    [
      "/** Of the job: its kind. */",
      "// The job is",
      "// begun anew.",
      `it("${title}", () => undefined);`,
      "/** Starts the job. @returns What came of it. */",
      "/** Starts the job again. Whether it may is decided by its lane. */",
      'const text = "Of what is begun";',
    ].join("\n"),
  );
  expect(proseFindings(root, "core").map(({ line, text, words }) => [line, text, words])).toEqual([
    [1, "Of the job: its kind.", "Of"],
    [2, "The job is begun anew.", "begun"],
    [5, "What came of it.", "What"],
    [4, title, "told"],
  ]);
});
