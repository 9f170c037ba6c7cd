/**
 * Checks the programs packed for Windows and macOS. They have placeholders in place of Electron if
 * Electron cannot be downloaded.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  filesInArchive,
  fusesOf,
  isPackagingStage,
  pack,
  PACKS_WITHIN_MS,
  SAFE_FUSES,
  type Packed,
} from "./packed.ts";

describe.skipIf(!isPackagingStage)(
  "packed for Windows and macOS",
  { timeout: PACKS_WITHIN_MS },
  () => {
    let packed: Packed;
    const place = (): string =>
      existsSync(join(packed.folder, "placeholder"))
        ? join(packed.folder, "placeholder")
        : packed.folder;
    const windows = (): string => join(place(), "win-unpacked");
    const mac = (): string => join(place(), "mac", "Packbench.app", "Contents");

    beforeAll(async () => {
      packed = await pack(["win", "mac", "--dir"]);
    }, PACKS_WITHIN_MS);

    it("a placeholder says that it is not for distribution", () => {
      if (place() !== packed.folder)
        expect(packed.messages).toMatch(/does not start, and is not for distribution/);
    });

    it("the Windows program has all native files of Windows and its processor, and no others", () => {
      const native = filesInArchive(join(windows(), "resources"))
        .filter((file) => /\.(node|wasm)$/.test(file))
        .sort();
      expect(native).toEqual([
        "node_modules/@hyzyla/pdfium/dist/pdfium.wasm",
        "node_modules/@koromix/koffi-win32-x64/win32_x64/koffi.node",
        "node_modules/@serialport/bindings-cpp/prebuilds/win32-x64/@serialport+bindings-cpp.node",
        "node_modules/better-sqlite3/prebuilds/win32-x64.node",
        "node_modules/harfbuzzjs/dist/harfbuzz.wasm",
        "node_modules/node-hid/prebuilds/HID-win32-x64/node-napi-v4.node",
        "node_modules/zxing-wasm/dist/reader/zxing_reader.wasm",
      ]);
      for (const file of native)
        expect(existsSync(join(windows(), "resources/app.asar.unpacked", file))).toBe(true);
    });

    it("the Windows program has its fuses set, the archive's checksum, its name and its icon", async () => {
      const program = join(windows(), "Packbench.exe");
      expect(await fusesOf(program)).toEqual(SAFE_FUSES);
      const bytes = readFileSync(program);
      expect(
        bytes.includes(Buffer.from(`[{"file":"resources\\\\app.asar","alg":"SHA256","value":"`)),
      ).toBe(true);
      expect(
        bytes.includes(Buffer.from("ProductName\0Packbench", "utf16le")) ||
          bytes.includes(Buffer.from("Packbench", "utf16le")),
      ).toBe(true);
      // The picture of 256 pixels, with the same bytes as in the .ico.
      const ico = readFileSync("resources/icons/packbench.ico");
      expect(bytes.includes(ico.subarray(ico.readUInt32LE(6 + 16 * 8 + 12)))).toBe(true);
    });

    it("the macOS program has the binaries of both processors, because the programs for both are merged into one", () => {
      const native = filesInArchive(join(mac(), "Resources"))
        .filter((file) => file.endsWith(".node"))
        .sort();
      expect(native).toEqual([
        "node_modules/@serialport/bindings-cpp/prebuilds/darwin-x64+arm64/@serialport+bindings-cpp.node",
        "node_modules/better-sqlite3/prebuilds/darwin-arm64.node",
        "node_modules/better-sqlite3/prebuilds/darwin-x64.node",
        "node_modules/node-hid/prebuilds/HID-darwin-arm64/node-napi-v4.node",
        "node_modules/node-hid/prebuilds/HID-darwin-x64/node-napi-v4.node",
      ]);
    });

    it("the macOS program has its fuses set and the archive's checksum, and states why it uses the local network", async () => {
      expect(await fusesOf(join(mac(), ".."))).toEqual(SAFE_FUSES);
      const plist = readFileSync(join(mac(), "Info.plist"), "utf8");
      expect(plist).toMatch(
        /<key>ElectronAsarIntegrity<\/key>\s*<dict>\s*<key>Resources\/app.asar<\/key>/,
      );
      expect(plist).toMatch(
        /<key>NSLocalNetworkUsageDescription<\/key>\s*<string>[^<]{20,}<\/string>/,
      );
      expect(plist).toMatch(
        /<key>NSBonjourServices<\/key>\s*<array>\s*<string>_pdl-datastream\._tcp<\/string>/,
      );
      expect(plist).toMatch(
        /<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>packbench<\/string>/,
      );
      expect(plist).toMatch(/<key>NSAllowsArbitraryLoads<\/key>\s*<false\/>/);
      expect(plist).not.toMatch(/<key>NSAllowsArbitraryLoads<\/key>\s*<true/);
      expect(
        readFileSync(join(mac(), "Resources/icon.icns")).equals(
          readFileSync("resources/icons/packbench.icns"),
        ),
      ).toBe(true);
    });

    it("Chromium's texts are packed only in the languages of the screen", () => {
      expect(readdirSync(join(windows(), "locales")).sort()).toEqual(["en-US.pak", "tr.pak"]);
    });
  },
);
