import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createMemoryKnowledge } from "../../../../core/printing/transports/printer-knowledge.ts";
import {
  createTransports,
  joinTransports,
} from "../../../../core/printing/transports/transports.ts";
import { aFolder, aFilePrinter, aZpl } from "../a-printer.ts";

const transport = joinTransports(createTransports(createMemoryKnowledge()));

describe("the file transport", () => {
  it("each job is one complete file in the printer's folder, which is created", async () => {
    const path = join(aFolder(), "new", "labels");
    const printer = aFilePrinter(path);
    expect([
      await transport.probe(printer),
      await transport.send(printer, aZpl("D1")),
      await transport.send(printer, aZpl("D2")),
    ]).toEqual([{ state: "ready", message: "Ready." }, { state: "SENT" }, { state: "SENT" }]);
    expect(
      readdirSync(path)
        .map((file) => readFileSync(join(path, file), "utf8"))
        .sort(),
    ).toEqual([aZpl("D1"), aZpl("D2")].map((bytes) => Buffer.from(bytes).toString()));
  });

  it.skipIf(process.platform !== "linux")(
    "a folder that cannot contain files is rejected at once",
    async () => {
      const printer = aFilePrinter("/proc/labels/new");
      expect(await transport.probe(printer)).toMatchObject({ state: "unreachable" });
      await expect(transport.send(printer, aZpl("D1"))).rejects.toMatchObject({
        sent: "nothing",
        reason: "folder",
      });
    },
  );

  it("a folder that cannot be written means that nothing was printed", async () => {
    const path = join(aFolder(), "a-file");
    writeFileSync(path, "");
    const printer = aFilePrinter(path);
    await expect(transport.send(printer, aZpl())).rejects.toMatchObject({
      name: "PrinterError",
      sent: "nothing",
      reason: "folder",
    });
    expect(await transport.probe(printer)).toMatchObject({ state: "unreachable" });
    await expect(
      transport.send(printer, aZpl(), { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ sent: "nothing", reason: "cancelled" });
  });

  it("the message about a network path has the reason without the error's class", async () => {
    const printer = aFilePrinter("//server/labels");
    const message =
      "The folder //server/labels cannot be written: network paths are not allowed; connect the folder as a drive.";
    expect(await transport.probe(printer)).toEqual({ state: "unreachable", message });
    await expect(transport.send(printer, aZpl())).rejects.toMatchObject({
      message: `${message} The label waits.`,
    });
  });

  it("a label that is cancelled while it is written leaves no file", async () => {
    const path = aFolder();
    const answers = [true, false];
    await expect(
      transport.send(aFilePrinter(path), aZpl(), { isWanted: () => answers.shift() ?? false }),
    ).rejects.toMatchObject({ sent: "nothing", reason: "cancelled" });
    expect([answers, readdirSync(path)]).toEqual([[], []]);
  });
});
