/**
 * Checks the packages for Linux: their files, their installation and their removal.
 * linux-folder.test.ts checks the program itself.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import {
  rebuild,
  canInstall,
  checkItself,
  isPackagingStage,
  pack,
  PACKS_WITHIN_MS,
  type Packed,
} from "./packed.ts";

describe.skipIf(!isPackagingStage || process.platform !== "linux")(
  "packed for Linux",
  { timeout: PACKS_WITHIN_MS },
  () => {
    let packed: Packed;
    const unpacked = (): string => join(packed.folder, "linux-unpacked");
    const program = (): string => join(unpacked(), "packbench");
    const deb = (): string =>
      join(
        packed.folder,
        readdirSync(packed.folder).find((name) => name.endsWith(".deb")) ?? "none.deb",
      );

    beforeAll(async () => {
      packed = await pack(["linux"]);
    }, PACKS_WITHIN_MS);

    it("packing prints each file with its size and checksum, and the reason for each file that this computer cannot make", () => {
      const files = readdirSync(packed.folder).filter((name) =>
        /\.(deb|AppImage|tar\.gz)$/.test(name),
      );
      expect(files.length).toBeGreaterThanOrEqual(2);
      for (const name of files) {
        const sum = createHash("sha256")
          .update(readFileSync(join(packed.folder, name)))
          .digest("hex");
        expect(packed.lines.find((line) => line.includes(name))).toMatch(
          new RegExp(
            `${(statSync(join(packed.folder, name)).size / 1e6).toFixed(1)} MB {2}sha256:${sum}$`,
          ),
        );
        expect(readFileSync(join(packed.folder, "SHA256SUMS"), "utf8")).toContain(
          `${sum}  ${name}\n`,
        );
      }
      if (!files.some((name) => name.endsWith(".AppImage")))
        expect(packed.messages).toMatch(
          /skipped: linux AppImage needs a tool of electron-builder's, which cannot be fetched here/,
        );
    });

    it("the program is at most 85 MB larger than Electron alone", () => {
      const [, ours = "", bare = ""] =
        /installed (\d+\.\d) MB, a bare Electron (\d+\.\d) MB/.exec(packed.lines.join("\n")) ?? [];
      expect(Number(ours)).toBeGreaterThan(100);
      expect(Number(ours) - Number(bare)).toBeLessThanOrEqual(85);
    });

    it("the program reports a part that does not work, and ends with 1", () => {
      const broken = join(temporaryFolder(), "broken");
      cpSync(unpacked(), broken, { recursive: true });
      writeFileSync(
        join(
          broken,
          "resources/app.asar.unpacked/node_modules/zxing-wasm/dist/reader/zxing_reader.wasm",
        ),
        "no such module",
      );
      const { code, found } = checkItself(join(broken, "packbench"));
      expect(code).toBe(1);
      expect(found.checks.filter((check) => !check.ok).map((check) => check.name)).toContain(
        "print",
      );
    });

    it("the program reports that there is no display", () => {
      const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...rest } = process.env;
      const { status, stdout } = spawnSync(program(), ["--self-check", "--json", "--no-sandbox"], {
        env: rest,
        encoding: "utf8",
        timeout: 60_000,
      });
      expect(status).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        ok: false,
        checks: [
          {
            name: "start",
            ok: false,
            detail: expect.stringContaining("There is no display") as string,
          },
        ],
      });
    });

    it("the program loads only its own archive, and an application folder next to the archive is not started", () => {
      const other = join(temporaryFolder(), "other");
      cpSync(unpacked(), other, { recursive: true });
      const mark = join(temporaryFolder(), "ran");
      mkdirSync(join(other, "resources/app"));
      writeFileSync(
        join(other, "resources/app/package.json"),
        JSON.stringify({ name: "intruder", main: "main.js" }),
      );
      writeFileSync(
        join(other, "resources/app/main.js"),
        `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`,
      );
      const { code } = checkItself(join(other, "packbench"));
      expect({ code, ran: existsSync(mark) }).toEqual({ code: 0, ran: false });
    });

    it("the program and the .deb have the same contents when they are built and packed again", async () => {
      rebuild();
      const again = await pack(["linux"]);
      const sums = (lines: readonly string[]): readonly string[] =>
        lines
          .filter((line) => /linux-unpacked {2}|\.deb {2}/.test(line))
          .map((line) => line.split(":").at(-1) ?? "");
      expect(sums(packed.lines)).toHaveLength(2);
      expect(sums(again.lines)).toEqual(sums(packed.lines));
    });

    it.skipIf(!canInstall)(
      "the .deb installs a working program, whose removal leaves no file in the system's folders",
      () => {
        const before = systemFiles();
        // The libraries that the package needs may be missing on this computer. apt would download
        // them; dpkg only warns.
        expect(
          spawnSync("dpkg", ["--force-depends", "-i", deb()], { encoding: "utf8" }),
        ).toMatchObject({ status: 0 });
        try {
          expect(readFileSync("/usr/share/applications/packbench.desktop", "utf8")).toMatch(
            /MimeType=x-scheme-handler\/packbench;/,
          );
          expect(checkItself("/usr/bin/packbench")).toMatchObject({ code: 0, found: { ok: true } });
        } finally {
          expect(
            spawnSync("dpkg", ["--purge", "--force-depends", "packbench"], { encoding: "utf8" }),
          ).toMatchObject({ status: 0 });
        }
        expect(systemFiles()).toEqual(before);
      },
    );
  },
);

/**
 * Returns the files of all folders into which a package may install. Every package rewrites the
 * caches of icons and links, so the caches are left out.
 */
function systemFiles(): string[] {
  return [
    "/opt",
    "/usr/bin",
    "/usr/share/applications",
    "/usr/share/icons/hicolor",
    "/usr/share/mime/packages",
    "/etc/apparmor.d",
    "/etc/alternatives",
  ]
    .flatMap((folder) =>
      existsSync(folder)
        ? readdirSync(folder, { recursive: true, encoding: "utf8" })
            .map((name) => join(folder, name))
            .filter((name) => !/\.cache$|mimeinfo/.test(name))
        : [],
    )
    .sort();
}
