/**
 * Tests the parts of the Windows installer that do more than copy files. An installer made of the
 * product's own macros is installed and removed under wine.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { folderOnDisk, ROOT } from "../helpers/folders.ts";
import { pack, PACKS_WITHIN_MS } from "../packaging/packed.ts";
import { PATIENCE_MS, windowsParts } from "./under-wine.ts";

const hasCompiler = spawnSync("makensis", ["-VERSION"]).error === undefined;
const RUN = "Software\\Microsoft\\Windows\\CurrentVersion\\Run";
const prefix = windowsParts?.prefix ?? "";
const drive = join(prefix, "drive_c");

function wine(...args: readonly string[]): { status: number | null; stdout: string } {
  return spawnSync("wine", args, {
    env: { ...process.env, WINEPREFIX: prefix, WINEDEBUG: "-all" },
    encoding: "utf8",
    timeout: PATIENCE_MS,
  });
}

/** Waits until wine has ended: an uninstaller continues in a copy of itself. */
function waitForWine(): void {
  spawnSync("wineserver", ["-w"], {
    env: { ...process.env, WINEPREFIX: prefix },
    timeout: PATIENCE_MS,
  });
}

describe.skipIf(windowsParts === undefined || !hasCompiler)(
  "the installer for Windows, under wine",
  { timeout: 2 * PATIENCE_MS },
  () => {
    const folder = folderOnDisk();
    const setup = join(folder, "setup.exe");

    beforeAll(async () => {
      const packed = await pack(["win", "--dir"]);
      const files = existsSync(join(packed.folder, "placeholder"))
        ? join(packed.folder, "placeholder/win-unpacked")
        : join(packed.folder, "win-unpacked");
      const made = spawnSync(
        "makensis",
        [
          "-V2",
          `-DMACROS=${join(ROOT, "resources/packaging/installer.nsh")}`,
          `-DOUT=${setup}`,
          `-DFILES=${files}`,
          join(ROOT, "test/windows/stand-in-setup.nsi"),
        ],
        { encoding: "utf8" },
      );
      if (made.status !== 0) throw new Error(`${made.stdout}\n${made.stderr}`);
    }, PACKS_WITHIN_MS);

    it("an installation for all users copies the policy, is marked as such, starts at sign-in, and leaves data and policy when removed", () => {
      const place = join(drive, "packbench-all");
      const data = join(drive, "ProgramData/Packbench");
      rmSync(data, { recursive: true, force: true });
      const policy = join(folder, "policy.json");
      writeFileSync(policy, JSON.stringify({ api: { port: 4750 } }));
      expect(
        wine(
          setup,
          "/S",
          "/allusers",
          "/AUTOSTART",
          `/POLICY=Z:${policy.replaceAll("/", "\\")}`,
          "/D=C:\\packbench-all",
        ).status,
      ).toBe(0);
      expect(readdirSync(place)).toEqual(
        expect.arrayContaining(["Packbench.exe", "Uninstall Packbench.exe", "resources"]),
      );
      expect(existsSync(join(place, "resources/per-machine"))).toBe(true);
      expect(JSON.parse(readFileSync(join(data, "policy.json"), "utf8"))).toEqual({
        api: { port: 4750 },
      });
      expect(wine("reg", "query", `HKLM\\${RUN}`, "/v", "Packbench").stdout).toContain(
        '"C:\\packbench-all\\Packbench.exe" --hidden',
      );

      // An entry of another installation, for this user only.
      wine(
        "reg",
        "add",
        `HKCU\\${RUN}`,
        "/v",
        "Packbench",
        "/d",
        '"C:\\elsewhere\\Packbench.exe" --hidden',
        "/f",
      );
      wine(
        "reg",
        "add",
        "HKCU\\Software\\Classes\\packbench\\shell\\open\\command",
        "/ve",
        "/d",
        '"C:\\packbench-all\\Packbench.exe" "%1"',
        "/f",
      );
      mkdirSync(data, { recursive: true });
      writeFileSync(join(data, "packbench.db"), "the shop's");
      expect(wine(join(place, "Uninstall Packbench.exe"), "/S").status).toBe(0);
      waitForWine();
      expect(existsSync(join(place, "Packbench.exe"))).toBe(false);
      expect(wine("reg", "query", `HKLM\\${RUN}`, "/v", "Packbench").stdout).not.toContain(
        "Packbench.exe",
      );
      expect(wine("reg", "query", `HKCU\\${RUN}`, "/v", "Packbench").stdout).toContain("elsewhere");
      wine("reg", "delete", `HKCU\\${RUN}`, "/v", "Packbench", "/f");
      expect(wine("reg", "query", "HKCU\\Software\\Classes\\packbench").stdout).not.toContain(
        "packbench",
      );
      expect(readdirSync(data).sort()).toEqual(["Data", "packbench.db", "policy.json"]);
    });

    it("an installation for one user writes no policy and no mark, and without /AUTOSTART does not start at sign-in", () => {
      const data = join(drive, "ProgramData/Packbench");
      rmSync(data, { recursive: true, force: true });
      expect(
        wine(setup, "/S", "/currentuser", "/POLICY=C:\\none.json", "/D=C:\\packbench-one").status,
      ).toBe(0);
      expect(existsSync(join(drive, "packbench-one/resources/per-machine"))).toBe(false);
      expect(existsSync(data)).toBe(false);
      expect(wine("reg", "query", `HKCU\\${RUN}`, "/v", "Packbench").stdout).not.toContain(
        "Packbench.exe",
      );
      wine(join(drive, "packbench-one/Uninstall Packbench.exe"), "/S");
      waitForWine();
    });

    it("a missing policy file ends the installation with an error, because otherwise IT would think that the computer is set up", () => {
      expect(
        wine(setup, "/S", "/allusers", "/POLICY=C:\\none.json", "/D=C:\\packbench-none").status,
      ).not.toBe(0);
    });
  },
);
