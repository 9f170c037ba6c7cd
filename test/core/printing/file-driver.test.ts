import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { byDriver, createPrinterDrivers } from "../../../core/printing/printer-drivers.ts";
import { aFolder, aPrinter, aZpl } from "./a-printer.ts";

const driver = byDriver(createPrinterDrivers());

describe("the file driver", () => {
  it("writes one whole file a job into its folder, and makes the folder", async () => {
    const path = join(aFolder(), "new", "labels");
    const printer = aPrinter({ driver: "file", path });
    expect([await driver.probe(printer), await driver.send(printer, aZpl("D1")), await driver.send(printer, aZpl("D2"))]).toEqual([{ state: "ready", message: "Ready." }, { state: "SENT" }, { state: "SENT" }]);
    expect(readdirSync(path).map((file) => readFileSync(join(path, file), "utf8")).sort()).toEqual([aZpl("D1"), aZpl("D2")].map((bytes) => Buffer.from(bytes).toString()));
  });

  it.skipIf(process.platform !== "linux")("refuses a place where no files can be, at once", async () => {
    const printer = aPrinter({ driver: "file", path: "/proc/labels/new" });
    expect(await driver.probe(printer)).toMatchObject({ state: "unreachable" });
    await expect(driver.send(printer, aZpl("D1"))).rejects.toMatchObject({ sent: "nothing", reason: "folder" });
  });

  it("says that nothing was printed when the folder cannot be written", async () => {
    const path = join(aFolder(), "a-file");
    writeFileSync(path, "");
    const printer = aPrinter({ driver: "file", path });
    await expect(driver.send(printer, aZpl())).rejects.toMatchObject({ name: "PrinterError", sent: "nothing", reason: "folder" });
    expect(await driver.probe(printer)).toMatchObject({ state: "unreachable" });
    await expect(driver.send(printer, aZpl(), { signal: AbortSignal.abort() })).rejects.toMatchObject({ sent: "nothing", reason: "cancelled" });
  });

  it("leaves no file of a label that is not wanted any more when it is whole", async () => {
    const path = aFolder();
    const answers = [true, false];
    await expect(driver.send(aPrinter({ driver: "file", path }), aZpl(), { isWanted: () => answers.shift() ?? false })).rejects.toMatchObject({ sent: "nothing", reason: "cancelled" });
    expect([answers, readdirSync(path)]).toEqual([[], []]);
  });
});
