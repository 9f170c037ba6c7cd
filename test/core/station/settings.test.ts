import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataFolderError } from "../../../core/base/disk.ts";
import { createCore } from "../../../core/core.ts";
import { fileSettings } from "../../../core/station/settings.ts";
import { RESOURCES, temporaryFolder } from "../../helpers/folders.ts";

let folder = "";
beforeEach(() => (folder = temporaryFolder()));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("station.json", () => {
  it.each(["", "{", "null", "[]", "7", '"text"', '{"printers":[]}\u0000'])(
    "station.json holding %j is refused with advice and stays unchanged",
    (text) => {
      const path = join(folder, "station.json");
      writeFileSync(path, text);
      expect(() => fileSettings(path)).toThrow(DataFolderError);
      expect(() => fileSettings(path)).toThrow(
        `The settings file ${path} cannot be read. Mend or move it, then start again.`,
      );
      expect(readFileSync(path, "utf8")).toBe(text);
    },
  );

  it.each([
    { printers: 5 },
    { printers: [null] },
    { printers: [{ id: "x" }] },
    { printerRoles: "x" },
    { printerRoles: { label: 7 } },
  ])("station.json holding %j keeps the station from starting, with advice", async (values) => {
    writeFileSync(join(folder, "station.json"), JSON.stringify(values));
    await expect(
      createCore({ dataDir: folder, resourcesDir: RESOURCES, port: null, demo: false }),
    ).rejects.toThrow(
      /^The printers in the settings file .*station\.json cannot be read\. Mend or move it, then start again\.$/,
    );
    expect(JSON.parse(readFileSync(join(folder, "station.json"), "utf8"))).toEqual(values);
  });

  it("a missing station.json reads as empty, and a written value is there at the next start", () => {
    const path = join(folder, "station.json");
    const settings = fileSettings(path);
    expect(settings.read("roles")).toBeUndefined();
    settings.write("roles", { label: "p" });
    expect(fileSettings(path).read("roles")).toEqual({ label: "p" });
  });

  it("a follower of a value gets the value at once and after each write of it, but not a value that the disk refused", () => {
    const settings = fileSettings(join(folder, "station.json"));
    const seen: unknown[] = [];
    settings.follow("rateLimit", (value) => seen.push(value));
    settings.write("roles", 1);
    settings.write("rateLimit", null);
    settings.writeAll({ roles: 2, rateLimit: { perSecond: 1 } });
    rmSync(folder, { recursive: true });
    expect(() => settings.write("rateLimit", 3)).toThrow();
    expect(seen).toEqual([undefined, null, { perSecond: 1 }]);
  });
});
