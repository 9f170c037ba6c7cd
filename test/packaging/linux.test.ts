/** The packed program for Linux: what is in it, that it works, and that it can be installed and removed. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extractFile } from "@electron/asar";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { buildAnew, canInstall, checkItself, filesInArchive, fusesOf, isPackagingStage, pack, PACKS_WITHIN_MS, SAFE_FUSES, type Packed } from "./packed.ts";

const PARTS = ["versions", "window", "database", "keyStore", "printer", "purchase", "label", "print"];

describe.skipIf(!isPackagingStage || process.platform !== "linux")("packed for Linux", { timeout: PACKS_WITHIN_MS }, () => {
  let packed: Packed;
  const unpacked = (): string => join(packed.folder, "linux-unpacked");
  const program = (): string => join(unpacked(), "packbench");
  const deb = (): string => join(packed.folder, readdirSync(packed.folder).find((name) => name.endsWith(".deb")) ?? "none.deb");

  beforeAll(async () => {
    packed = await pack(["linux"]);
  }, PACKS_WITHIN_MS);

  it("names each file with its size and checksum, and what this machine cannot make with the reason", () => {
    const files = readdirSync(packed.folder).filter((name) => /\.(deb|AppImage|tar\.gz)$/.test(name));
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const name of files) {
      const sum = createHash("sha256").update(readFileSync(join(packed.folder, name))).digest("hex");
      expect(packed.lines.find((line) => line.includes(name))).toMatch(new RegExp(`${(statSync(join(packed.folder, name)).size / 1e6).toFixed(1)} MB {2}sha256:${sum}$`));
      expect(readFileSync(join(packed.folder, "SHA256SUMS"), "utf8")).toContain(`${sum}  ${name}\n`);
    }
    if (!files.some((name) => name.endsWith(".AppImage"))) expect(packed.messages).toMatch(/skipped: linux AppImage needs a tool of electron-builder's, which cannot be fetched here/);
  });

  it("adds at most 85 MB to a bare Electron", () => {
    const [, ours = "", bare = ""] = /installed (\d+\.\d) MB, a bare Electron (\d+\.\d) MB/.exec(packed.lines.join("\n")) ?? [];
    expect(Number(ours)).toBeGreaterThan(100);
    expect(Number(ours) - Number(bare)).toBeLessThanOrEqual(85);
  });

  it("has no sources, tests, maps or types in it, and no native file of another system", () => {
    const files = filesInArchive(join(unpacked(), "resources"));
    expect(files).toEqual(expect.arrayContaining(["dist/electron/main.js", "dist/api-documents/openapi.json", "dist/api-documents/plain.html"]));
    expect(files.filter((file) => /\.(ts|map|mts|cts|c|h|gyp)$|^(test|core|renderer|electron)\//.test(file))).toEqual([]);
    expect(files.filter((file) => /resources\/(pictures|packaging|guides)\/|build[a-z-]*\.mjs$/.test(file))).toEqual([]);
    // What Help shows is in the screen, once.
    expect(files.filter((file) => /assets\/(packer|owner|it|api)\.(en|tr)-/.test(file))).toHaveLength(8);
    expect(files.filter((file) => file.endsWith(".md") && !file.startsWith("node_modules/"))).toEqual([]);
    const native = files.filter((file) => file.endsWith(".node"));
    expect(native.filter((file) => !/linux-x64|build\/Release/.test(file))).toEqual([]);
    expect(native.length).toBeGreaterThan(0);
    expect(existsSync(join(unpacked(), "resources/default_app.asar"))).toBe(false);
  });

  it("brings the licence of each package that it holds, and none that asks for the source of the whole", () => {
    const text = extractFile(join(unpacked(), "resources/app.asar"), "dist/THIRD-PARTY-LICENCES.txt").toString("utf8");
    const found = [...text.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) \d\S* \((.+)\)$/gm)].map(([, name = "", licence = ""]) => ({ name, licence }));
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(["react", "fastify", "zod", "better-sqlite3", "zxing-wasm", "@fontsource-variable/inter", "electron-store"]));
    expect(found.filter(({ licence }) => !/^(MIT|ISC|0BSD|Unlicense|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|OFL-1\.1|MIT AND OFL-1\.1)$/.test(licence))).toEqual([]);
  });

  it("starts, buys a sample label, verifies it and prints it", () => {
    const { code, found } = checkItself(program());
    expect(found.checks.filter((check) => !check.ok)).toEqual([]);
    expect(found.checks.map((check) => check.name)).toEqual(PARTS);
    expect({ code, ok: found.ok }).toEqual({ code: 0, ok: true });
  });

  it("reports a part that does not work, and ends with 1", () => {
    const broken = join(temporaryFolder(), "broken");
    cpSync(unpacked(), broken, { recursive: true });
    writeFileSync(join(broken, "resources/app.asar.unpacked/node_modules/zxing-wasm/dist/reader/zxing_reader.wasm"), "no such module");
    const { code, found } = checkItself(join(broken, "packbench"));
    expect(code).toBe(1);
    expect(found.checks.filter((check) => !check.ok).map((check) => check.name)).toContain("print");
  });

  it("reports that there is no display", () => {
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...rest } = process.env;
    const { status, stdout } = spawnSync(program(), ["--self-check", "--json", "--no-sandbox"], { env: rest, encoding: "utf8", timeout: 60_000 });
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, checks: [{ name: "start", ok: false, detail: expect.stringContaining("There is no display") as string }] });
  });

  it("has its fuses set, so that it is no Node and takes no debugger", async () => {
    expect(await fusesOf(program())).toEqual(SAFE_FUSES);
    const mark = join(temporaryFolder(), "ran");
    const script = join(temporaryFolder(), "script.js");
    writeFileSync(script, `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`);
    const started = spawnSync(program(), ["--inspect=0", "--no-sandbox", "--self-check", "--json", "--disable-gpu"], { env: { ...process.env, ELECTRON_RUN_AS_NODE: "1", NODE_OPTIONS: `--require ${script}` }, encoding: "utf8", timeout: 120_000 });
    expect(existsSync(mark)).toBe(false);
    expect(started.stderr).not.toContain("Debugger listening");
  });

  it("loads no application but its own archive: a folder beside it is not started", () => {
    const other = join(temporaryFolder(), "other");
    cpSync(unpacked(), other, { recursive: true });
    const mark = join(temporaryFolder(), "ran");
    mkdirSync(join(other, "resources/app"));
    writeFileSync(join(other, "resources/app/package.json"), JSON.stringify({ name: "intruder", main: "main.js" }));
    writeFileSync(join(other, "resources/app/main.js"), `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`);
    const { code } = checkItself(join(other, "packbench"));
    expect({ code, ran: existsSync(mark) }).toEqual({ code: 0, ran: false });
  });

  it("has the same contents when it is built and packed once more", async () => {
    buildAnew();
    const again = await pack(["linux"]);
    const sums = (lines: readonly string[]): readonly string[] => lines.filter((line) => /linux-unpacked {2}|\.deb {2}/.test(line)).map((line) => line.split(":").at(-1) ?? "");
    expect(sums(packed.lines)).toHaveLength(2);
    expect(sums(again.lines)).toEqual(sums(packed.lines));
  });

  it.skipIf(!canInstall)("is installed by its .deb, works, and is removed without a trace but the data", () => {
    const before = systemFiles();
    // The libraries are here or not, as on each machine that runs these tests: apt would fetch them, dpkg alone complains.
    expect(spawnSync("dpkg", ["--force-depends", "-i", deb()], { encoding: "utf8" })).toMatchObject({ status: 0 });
    try {
      expect(readFileSync("/usr/share/applications/packbench.desktop", "utf8")).toMatch(/MimeType=x-scheme-handler\/packbench;/);
      expect(checkItself("/usr/bin/packbench")).toMatchObject({ code: 0, found: { ok: true } });
    } finally {
      expect(spawnSync("dpkg", ["--purge", "--force-depends", "packbench"], { encoding: "utf8" })).toMatchObject({ status: 0 });
    }
    expect(systemFiles()).toEqual(before);
  });
});

/** Where a package may put something. Caches of icons and links are rewritten by every package, so only their names count. */
function systemFiles(): string[] {
  return ["/opt", "/usr/bin", "/usr/share/applications", "/usr/share/icons/hicolor", "/usr/share/mime/packages", "/etc/apparmor.d", "/etc/alternatives"].flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)).filter((name) => !/\.cache$|mimeinfo/.test(name)) : [],
  ).sort();
}
