import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { beforePack } from "../../electron/scripts/before-pack.mjs";
import { temporaryFolder } from "../helpers/folders.ts";

/** IMAGE_FILE_MACHINE_… values of PE files. */
const MACHINES = [
  { processor: "x64", arch: 1, machine: 0x8664 },
  { processor: "arm64", arch: 3, machine: 0xaa64 },
] as const;

for (const { processor, arch, machine } of MACHINES) {
  it(
    `packing for Windows on ${processor} adds one native module that calls the print spooler, built for that processor`,
    { timeout: 60_000 },
    async () => {
      const folder = temporaryFolder();
      await beforePack({ electronPlatformName: "win32", arch }, { folder });
      const place = join(folder, "@koromix", `koffi-win32-${processor}`);
      const native = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((file) =>
        file.endsWith(".node"),
      );
      expect(native).toHaveLength(1);
      const bytes = readFileSync(join(place, native[0] ?? ""));
      expect(bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4)).toBe(machine);
    },
  );
}

it("packing for Linux and macOS fetches nothing, and packing for Windows on another processor is refused with the processors to choose from", async () => {
  const folder = temporaryFolder();
  for (const electronPlatformName of ["linux", "darwin"])
    await beforePack({ electronPlatformName, arch: 1 }, { folder });
  expect(existsSync(join(folder, "@koromix"))).toBe(false);
  await expect(beforePack({ electronPlatformName: "win32", arch: 0 }, { folder })).rejects.toThrow(
    "choose x64 or arm64",
  );
});
