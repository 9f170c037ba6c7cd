import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTcpTransport } from "../../../../core/printing/transports/tcp.ts";
import { aPrinter } from "../a-printer.ts";

const LABEL = Buffer.from("SIZE 100 mm,150 mm\r\nCLS\r\nPRINT 1,1\r\n");

/**
 * A TSPL printer that answers queries with the given states, repeating the last one, and records
 * other received bytes.
 */
async function aTsplPrinter(states: number[]): Promise<{ readonly port: number; sent(): string }> {
  let sent = "";
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const [text, ...questions] = chunk.toString("latin1").split("\x1b!?");
      sent += [text, ...questions].join("");
      for (const _ of questions)
        socket.write(Buffer.from([(states.length > 1 ? states.shift() : states[0]) ?? 0]));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, sent: () => sent };
}

const transport = createTcpTransport({ times: { beginMs: 100, pollMs: 5 } });
const aTsc = (port: number) => aPrinter({ port, language: "TSPL" });

describe("a TSPL printer on the network", () => {
  it("a label is confirmed when the printer was seen printing and is ready again", async () => {
    const printer = await aTsplPrinter([0, 0, 0x20, 0x20, 0]);
    expect([await transport.send(aTsc(printer.port), LABEL), printer.sent()]).toMatchObject([
      { state: "CONFIRMED" },
      LABEL.toString(),
    ]);
  });

  it("a label is SENT when the printer was never seen printing, because being ready proves nothing then", async () => {
    const printer = await aTsplPrinter([0]);
    expect(await transport.send(aTsc(printer.port), LABEL)).toMatchObject({ state: "SENT" });
  });

  it("a printer that is out of paper gets no label", async () => {
    const printer = await aTsplPrinter([0x04]);
    await expect(transport.send(aTsc(printer.port), LABEL)).rejects.toMatchObject({
      sent: "nothing",
      reason: "paper out",
    });
    expect([printer.sent(), await transport.probe(aTsc(printer.port))]).toEqual([
      "",
      { state: "paper out", message: expect.any(String) },
    ]);
  });

  it("the outcome is maybe when the printer's head is opened during the print of a label", async () => {
    const printer = await aTsplPrinter([0, 0x20, 0x01]);
    await expect(transport.send(aTsc(printer.port), LABEL)).rejects.toMatchObject({
      sent: "maybe",
      reason: "head open",
    });
  });
});
