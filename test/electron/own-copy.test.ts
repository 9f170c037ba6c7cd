/**
 * Keeps an installer of the previous version, in a folder that each user of the computer can write.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { installKept, ownCopy } from "../../electron/updates/install-file.ts";
import {
  findKeptInstaller,
  isWhole,
  keepInstaller,
  type KeptInstaller,
} from "../../electron/updates/kept-installers.ts";
import { temporaryFolder } from "../helpers/folders.ts";

async function planted(): Promise<KeptInstaller> {
  const folder = temporaryFolder();
  await keepInstaller(folder, { version: "1.0.0", kind: "nsis", schema: 40 }, async (to) =>
    writeFileSync(to, "#!/bin/sh\n", { mode: 0o755 }),
  );
  const kept = findKeptInstaller(folder);
  if (kept === undefined) throw new Error("nothing was kept");
  return kept;
}

const copies = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith("packbench-before-"));

it("a Windows installer without a valid signature never runs, even with a matching checksum", async () => {
  const kept = await planted();
  const before = copies();
  expect(await isWhole(kept)).toBe(true);
  const place = {
    appImage: undefined,
    program: process.execPath,
    resources: dirname(kept.file),
    args: [],
    signatureFault: async () => "NotSigned",
  };
  await expect(installKept(kept, place)).rejects.toThrow(
    "has no valid signature for an update: NotSigned",
  );
  expect(copies()).toEqual(before);
});

it("the signature is checked on the user's own copy, and an installer swapped after its checksum was recorded is refused", async () => {
  const kept = await planted();
  let seen = "";
  const copy = await ownCopy(kept, async (file) => {
    seen = file;
    writeFileSync(kept.file, "swapped");
    return null;
  });
  expect([copy, readFileSync(copy, "utf8"), dirname(copy) === dirname(kept.file)]).toEqual([
    seen,
    "#!/bin/sh\n",
    false,
  ]);
  await expect(ownCopy(kept, async () => null)).rejects.toThrow("was changed while it was copied");
  expect(existsSync(kept.file)).toBe(true);
});
