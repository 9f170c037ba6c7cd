/** Checks the packed program for Linux: what it contains, and that it works. */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extractFile } from "@electron/asar";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import {
  checkItself,
  filesInArchive,
  fusesOf,
  isPackagingStage,
  pack,
  PACKS_WITHIN_MS,
  SAFE_FUSES,
} from "./packed.ts";

const PARTS = [
  "versions",
  "window",
  "database",
  "keyStore",
  "printer",
  "scales",
  "purchase",
  "label",
  "print",
];

describe.skipIf(!isPackagingStage || process.platform !== "linux")(
  "packed for Linux",
  { timeout: PACKS_WITHIN_MS },
  () => {
    let folder = "";
    const unpacked = (): string => join(folder, "linux-unpacked");
    const program = (): string => join(unpacked(), "packbench");

    beforeAll(async () => {
      folder = (await pack(["linux", "--dir"])).folder;
    }, PACKS_WITHIN_MS);

    it("the folder contains no sources, tests, maps or types, and no native file of another system", () => {
      const files = filesInArchive(join(unpacked(), "resources"));
      expect(files).toEqual(
        expect.arrayContaining([
          "dist/electron/main.js",
          "dist/api-documents/openapi.json",
          "dist/api-documents/plain.html",
          "resources/calendar/turkey.json",
        ]),
      );
      expect(
        files.filter((file) =>
          /\.(ts|map|mts|cts|c|h|gyp)$|^(test|core|renderer|electron)\//.test(file),
        ),
      ).toEqual([]);
      expect(
        files.filter((file) =>
          /resources\/(pictures|packaging|guides|docs)\/|build[a-z-]*\.mjs$/.test(file),
        ),
      ).toEqual([]);
      // The screen's bundle has the guides that Help shows, each once.
      expect(
        files.filter((file) => /assets\/(packer|owner|it|api)\.(en|tr)-/.test(file)),
      ).toHaveLength(8);
      expect(
        files.filter((file) => file.endsWith(".md") && !file.startsWith("node_modules/")),
      ).toEqual([]);
      const native = files.filter((file) => file.endsWith(".node"));
      expect(native.filter((file) => !/linux-x64(\/|\.node)|build\/Release/.test(file))).toEqual(
        [],
      );
      expect(native.length).toBeGreaterThan(0);
      expect(existsSync(join(unpacked(), "resources/default_app.asar"))).toBe(false);
    });

    it("the folder lists its packages with their licences, and no package is under a copyleft licence", () => {
      const text = extractFile(
        join(unpacked(), "resources/app.asar"),
        "dist/THIRD-PARTY-LICENCES.txt",
      ).toString("utf8");
      const found = [...text.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) \d\S* \((.+)\)$/gm)].map(
        ([, name = "", licence = ""]) => ({ name, licence }),
      );
      expect(found.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          "react",
          "fastify",
          "zod",
          "better-sqlite3",
          "node-hid",
          "hidapi",
          "@serialport/bindings-cpp",
          "zxing-wasm",
          "@fontsource-variable/inter",
          "electron-store",
        ]),
      );
      expect(
        found.filter(
          ({ licence }) =>
            !/^(MIT|\(MIT OR X11\)|ISC|0BSD|Unlicense|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|OFL-1\.1|MIT AND OFL-1\.1)$/.test(
              licence,
            ),
        ),
      ).toEqual([]);
    });

    it("the program starts, buys a sample label, verifies it and prints it", () => {
      const { code, found } = checkItself(program());
      expect(found.checks.filter((check) => !check.ok)).toEqual([]);
      expect(found.checks.map((check) => check.name)).toEqual(PARTS);
      expect({ code, ok: found.ok }).toEqual({ code: 0, ok: true });
    });

    it("the program has its fuses set, so that it cannot run as Node and accepts no debugger", async () => {
      expect(await fusesOf(program())).toEqual(SAFE_FUSES);
      const mark = join(temporaryFolder(), "ran");
      const script = join(temporaryFolder(), "script.js");
      writeFileSync(script, `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`);
      const started = spawnSync(
        program(),
        ["--inspect=0", "--no-sandbox", "--self-check", "--json", "--disable-gpu"],
        {
          env: { ...process.env, ELECTRON_RUN_AS_NODE: "1", NODE_OPTIONS: `--require ${script}` },
          encoding: "utf8",
          timeout: 120_000,
        },
      );
      expect(existsSync(mark)).toBe(false);
      expect(started.stderr).not.toContain("Debugger listening");
    });
  },
);
