/**
 * Keys sealed for a computer, folders with an access list, and owners of files, with Windows's
 * functions under wine: `npm run test:windows`.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { temporaryFolder } from "../helpers/folders.ts";
import { PATIENCE_MS, runUnderWine, windowsParts } from "./under-wine.ts";

const text = z.string();
const answerSchema = z.object({
  usable: z.boolean(),
  isReadable: z.boolean(),
  opened: text,
  changed: text,
  foreign: text,
  made: z.array(z.boolean()),
  isFolder: z.boolean(),
  owner: text,
  gone: text,
  unsound: text,
});

it.skipIf(windowsParts === undefined)(
  "a key sealed for the computer opens unchanged, but not when its bytes were changed or another program opens it; the data folder is made once, and the owner of its files is read",
  { timeout: PATIENCE_MS },
  async () => {
    const folder = temporaryFolder();
    const answer = join(folder, "answer.json");
    await runUnderWine("security.js", [join(folder, "ProgramData"), answer]);
    const found = answerSchema.parse(JSON.parse(readFileSync(answer, "utf8")));
    expect(found).toMatchObject({
      usable: true,
      isReadable: false,
      opened: "gizli ŞİFRE 🔑",
      made: [true, false],
      isFolder: true,
    });
    expect([found.changed, found.foreign]).toEqual([
      expect.stringContaining("could not open the key"),
      expect.stringContaining("could not open the key"),
    ]);
    expect([found.gone, found.unsound]).toEqual([
      expect.stringContaining("could not read the owner"),
      expect.stringContaining("could not read the access list"),
    ]);
    expect(found.owner).toMatch(/^S-1-5-/);
    expect(statSync(join(folder, "ProgramData", "Packbench", "Data")).isDirectory()).toBe(true);
  },
);
