import { readdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMemoryKnowledge } from "../../../../core/printing/transports/printer-knowledge.ts";
import {
  createTransports,
  joinTransports,
} from "../../../../core/printing/transports/transports.ts";
import { aFilePrinter, aFolder, aPrinter, aSimulator, aZpl } from "../a-printer.ts";

const transport = joinTransports(createTransports(createMemoryKnowledge()));
const aPdf = Buffer.from("%PDF-1.7\n");

/** A socket that records received text and answers nothing. */
async function aSink(): Promise<{ readonly port: number; text(): string }> {
  let text = "";
  const server = createServer(
    (socket) =>
      void socket
        .on("error", () => undefined)
        .on("data", (chunk) => (text += chunk.toString("latin1"))),
  );
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, text: () => text };
}

describe("a printer of one language", () => {
  it.each([
    ["ZPL", aPdf, "PDF"],
    ["PDF", aZpl(), "ZPL"],
  ] as const)(
    "a printer of %s gets no other language, in a folder or over TCP",
    async (language, bytes, other) => {
      const folder = aFolder();
      const sink = await aSink();
      const refusal = {
        sent: "nothing",
        reason: "fault",
        message: `Desk 1 understands ${language}. ${other} is not sent to it.`,
      };
      await expect(transport.send(aFilePrinter(folder, { language }), bytes)).rejects.toMatchObject(
        refusal,
      );
      await expect(
        transport.send(aPrinter({ port: sink.port, language }), bytes),
      ).rejects.toMatchObject(refusal);
      expect([readdirSync(folder), sink.text()]).toEqual([[], ""]);
    },
  );

  it("a printer without a status query gets only the document, because a PDF printer would print the query", async () => {
    const sink = await aSink();
    const printer = aPrinter({ port: sink.port, language: "PDF" });
    expect([await transport.probe(printer), await transport.send(printer, aPdf)]).toMatchObject([
      { state: "ready" },
      { state: "SENT" },
    ]);
    await expect.poll(sink.text).toBe(aPdf.toString());
  });

  it("a file in a folder has the extension of its printer's language", async () => {
    const folder = aFolder();
    await transport.send(aFilePrinter(folder, { language: "PDF" }), aPdf);
    await transport.send(aFilePrinter(folder), aZpl());
    expect(
      readdirSync(folder)
        .map((name) => name.slice(name.lastIndexOf(".")))
        .sort(),
    ).toEqual([".pdf", ".zpl"]);
  });

  it("a label is CONFIRMED by a printer whose language has a status query", async () => {
    const simulator = await aSimulator();
    expect(await transport.send(aPrinter({ port: simulator.port }), aZpl())).toMatchObject({
      state: "CONFIRMED",
    });
  });
});
