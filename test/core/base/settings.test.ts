import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataFolderError } from "../../../core/base/disk.ts";
import { fileSettings } from "../../../core/base/settings.ts";
import { temporaryFolder } from "../../helpers/folders.ts";

let folder = "";
beforeEach(() => (folder = temporaryFolder()));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("station.json", () => {
  it.each(["", "{", "null", "[]", "7", '"text"', '{"printers":[]}\u0000'])("that holds %j is told with the way on, and is left as it is", (text) => {
    const path = join(folder, "station.json");
    writeFileSync(path, text);
    expect(() => fileSettings(path)).toThrow(DataFolderError);
    expect(() => fileSettings(path)).toThrow(`The settings file ${path} cannot be read. Mend or move it, then start again.`);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("that is not there is empty, and keeps what is written for the next start", () => {
    const path = join(folder, "station.json");
    const settings = fileSettings(path);
    expect(settings.read("roles")).toBeUndefined();
    settings.write("roles", { label: "p" });
    expect(fileSettings(path).read("roles")).toEqual({ label: "p" });
  });
});
