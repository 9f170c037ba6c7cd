import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isPerMachine, machineDataFolder } from "../../electron/settings/per-machine.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const env = {
  ProgramFiles: "C:\\Program Files",
  "ProgramFiles(x86)": "C:\\Program Files (x86)",
  ProgramData: "D:\\ProgramData",
};
const program = (change: Partial<Parameters<typeof isPerMachine>[0]> = {}): boolean =>
  isPerMachine({
    platform: "win32",
    isPackaged: true,
    file: "C:\\Users\\ayse\\AppData\\Local\\Programs\\Packbench\\Packbench.exe",
    resources: temporaryFolder(),
    env,
    ...change,
  });

describe("an installation for all users of a Windows computer", () => {
  it("is one below Program Files, as an MSI makes it, in any case of its letters", () => {
    expect([
      program(),
      program({ file: "C:\\Program Files\\Packbench\\Packbench.exe" }),
      program({ file: "c:\\program files (X86)\\Packbench\\Packbench.exe" }),
      program({ file: "C:\\Program Files 2\\Packbench.exe" }),
    ]).toEqual([false, true, true, false]);
  });

  it("is one with the installer's mark, wherever it lies", () => {
    const resources = join(temporaryFolder(), "resources");
    mkdirSync(resources);
    writeFileSync(join(resources, "per-machine"), "");
    expect(program({ resources, file: "E:\\Apps\\Packbench\\Packbench.exe" })).toBe(true);
  });

  it("is none that is not packed, nor one of another system", () => {
    const file = "C:\\Program Files\\Packbench\\Packbench.exe";
    expect([
      program({ file, isPackaged: false }),
      program({ file, platform: "linux" }),
      program({ file, platform: "darwin" }),
    ]).toEqual([false, false, false]);
  });

  it("has its data beside the policy file", () => {
    expect([machineDataFolder(env), machineDataFolder({})]).toEqual([
      "D:\\ProgramData\\Packbench\\Data",
      "C:\\ProgramData\\Packbench\\Data",
    ]);
  });
});
