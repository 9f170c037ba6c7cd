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
  it("an installation below Program Files, where an MSI installs, is recognized in any letter case", () => {
    expect([
      program(),
      program({ file: "C:\\Program Files\\Packbench\\Packbench.exe" }),
      program({ file: "c:\\program files (X86)\\Packbench\\Packbench.exe" }),
      program({ file: "C:\\Program Files 2\\Packbench.exe" }),
    ]).toEqual([false, true, true, false]);
  });

  it("an installation is recognized by the installer's mark in any folder", () => {
    const resources = join(temporaryFolder(), "resources");
    mkdirSync(resources);
    writeFileSync(join(resources, "per-machine"), "");
    expect(program({ resources, file: "E:\\Apps\\Packbench\\Packbench.exe" })).toBe(true);
  });

  it("a program that is not packaged, or is on another system, is not recognized", () => {
    const file = "C:\\Program Files\\Packbench\\Packbench.exe";
    expect([
      program({ file, isPackaged: false }),
      program({ file, platform: "linux" }),
      program({ file, platform: "darwin" }),
    ]).toEqual([false, false, false]);
  });

  it("the data of an installation for all users is below ProgramData, which is on C: unless Windows says otherwise", () => {
    expect([machineDataFolder(env), machineDataFolder({})]).toEqual([
      "D:\\ProgramData\\Packbench\\Data",
      "C:\\ProgramData\\Packbench\\Data",
    ]);
  });
});
