import { createServer as createWebServer } from "node:http";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  behaviourSchema,
  hostStatusAnswer,
} from "../../../../core/printing/simulator/behaviour.ts";
import { createTcpTransport } from "../../../../core/printing/transports/tcp.ts";
import { aPrinter, aSimulator, aZpl } from "../a-printer.ts";

/** Starts a server that passes each connection to `serve`. @returns The server's port. */
async function aSocket(serve: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe("an address at which a web server answers", () => {
  for (const language of ["ZPL", "TSPL", "EPL", "PDF"] as const) {
    it(`a web server is not a ${language} printer: nothing counts as sent, however often it is tried, and the state says why`, async () => {
      const server = createWebServer((_, response) => void response.end("a page"));
      await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      const transport = createTcpTransport();
      const printer = aPrinter({ port: (server.address() as AddressInfo).port, language });
      const why = {
        sent: "nothing",
        reason: "unreachable",
        message: expect.stringContaining("a web server answers"),
      };
      await expect(transport.send(printer, aZpl())).rejects.toMatchObject(why);
      await expect(transport.send(printer, aZpl())).rejects.toMatchObject(why);
      if (language === "ZPL" || language === "TSPL")
        expect(await transport.probe(printer)).toMatchObject({
          state: "unreachable",
          message: expect.stringContaining("a web server answers"),
        });
    });
  }
});

describe("the TCP transport, against the simulator", { timeout: 60_000 }, () => {
  it("a label that the printer reports as printed is confirmed, and the job is on disk by then", async () => {
    const simulator = await aSimulator();
    const outcome = await createTcpTransport().send(aPrinter({ port: simulator.port }), aZpl());
    expect([outcome, simulator.jobs().length]).toMatchObject([{ state: "CONFIRMED" }, 1]);
  });

  for (const mode of ["paper out", "head open", "paused"] as const) {
    it(`a printer that reports "${mode}" gets nothing, and the error says that the label waits`, async () => {
      const simulator = await aSimulator({ mode });
      const transport = createTcpTransport();
      const printer = aPrinter({ port: simulator.port });
      await expect(transport.send(printer, aZpl())).rejects.toMatchObject({
        name: "PrinterError",
        sent: "nothing",
        reason: mode,
        message: expect.stringContaining("The label waits."),
      });
      expect(await transport.probe(printer)).toMatchObject({ state: mode });

      simulator.setBehaviour({ mode: "ok" });
      expect(simulator.jobs()).toEqual([]);
      expect([
        await transport.probe(printer),
        await transport.send(printer, aZpl()),
        simulator.jobs().length,
      ]).toMatchObject([{ state: "ready" }, { state: "CONFIRMED" }, 1]);
    });
  }

  it("a printer that stops while printing gives the outcome maybe", async () => {
    const simulator = await aSimulator({ mode: "slow", slowMs: 60_000 });
    const transport = createTcpTransport();
    const printer = aPrinter({ port: simulator.port });
    const sent = Promise.withResolvers<void>();
    const sending = transport.send(printer, aZpl(), {
      onStage: (stage) => void (stage === "sent" && sent.resolve()),
    });
    const outcome = expect(sending).rejects.toMatchObject({
      sent: "maybe",
      reason: "paper out",
      words: expect.stringMatching(/^030,1,/),
    });
    await sent.promise;
    expect((await transport.probe(printer)).state).toBe("busy");
    simulator.setBehaviour({ mode: "paper out" });
    await outcome;
  });

  it("a slow printer is awaited, and gives SENT after the limit", { tags: "all" }, async () => {
    const simulator = await aSimulator({ mode: "slow", slowMs: 300 });
    const printer = aPrinter({ port: simulator.port });
    expect([
      await createTcpTransport().send(printer, aZpl()),
      simulator.jobs().length,
    ]).toMatchObject([{ state: "CONFIRMED" }, 1]);
    simulator.setBehaviour({ mode: "slow", slowMs: 600_000 });
    const times = { confirmMs: 50, slowestLine: 1_000_000 };
    expect(await createTcpTransport({ times }).send(printer, aZpl())).toMatchObject({
      state: "SENT",
      words: expect.stringContaining("still printing"),
    });
  });

  it("a connection cut in the middle of the label gives the outcome maybe", async () => {
    const simulator = await aSimulator({ mode: "cut off", cutAfterBytes: 10 });
    await expect(
      createTcpTransport().send(aPrinter({ port: simulator.port }), aZpl()),
    ).rejects.toMatchObject({ sent: "maybe", reason: "connection lost" });
    expect(simulator.jobs()).toEqual([]);
  });

  it("a printer that falsely claims to have printed gives CONFIRMED", async () => {
    const simulator = await aSimulator({ mode: "lies" });
    expect([
      await createTcpTransport().send(aPrinter({ port: simulator.port }), aZpl()),
      simulator.jobs(),
    ]).toMatchObject([{ state: "CONFIRMED" }, []]);
  });

  it("a printer that never answers gets the label, which is SENT and printed", async () => {
    const simulator = await aSimulator({ mode: "silent" });
    expect(
      await createTcpTransport({ times: { gateMs: 100 } }).send(
        aPrinter({ port: simulator.port }),
        aZpl(),
      ),
    ).toEqual({ state: "SENT" });
    await expect.poll(() => simulator.jobs().length, { timeout: 30_000 }).toBe(1);
  });
});

describe("the TCP transport, against other sockets", { timeout: 60_000 }, () => {
  it("a printer that never answers is queried before its first label, and then only by a status check after ten minutes", async () => {
    const received: string[] = [];
    const port = await aSocket((socket) => {
      const i = received.push("") - 1;
      socket.on("data", (chunk) => (received[i] += chunk.toString()));
    });
    let now = 0;
    const transport = createTcpTransport({ times: { gateMs: 100, statusMs: 100 }, now: () => now });
    const label = Buffer.from("^XA^XZ");
    await transport.send(aPrinter({ port }), label);
    await transport.send(aPrinter({ port }), label);
    expect(await transport.probe(aPrinter({ port }))).toMatchObject({ state: "ready" });
    now = 10 * 60_000;
    await transport.send(aPrinter({ port }), label);
    await transport.probe(aPrinter({ port }));
    // A connection with an unanswered query is not reused; other labels and queries use a new one.
    await expect
      .poll(() => received, { timeout: 30_000 })
      .toEqual(["~HS^XA^XZ", "^XA^XZ^XA^XZ~HS"]);
  });

  it("a printer that answered before and is silent now gets nothing", async () => {
    const simulator = await aSimulator();
    const transport = createTcpTransport({ times: { freshMs: 0 } });
    const printer = aPrinter({ port: simulator.port });
    await transport.send(printer, aZpl());
    simulator.setBehaviour({ mode: "silent" });
    await expect(transport.send(printer, aZpl())).rejects.toMatchObject({
      sent: "nothing",
      reason: "no answer",
    });
    expect(simulator.jobs()).toHaveLength(1);
  });

  it("a refused connection or an unknown host name means that nothing was sent", async () => {
    const simulator = await aSimulator();
    const printer = aPrinter({ port: simulator.port });
    await simulator.close();
    const transport = createTcpTransport();
    await expect(transport.send(printer, aZpl())).rejects.toMatchObject({
      sent: "nothing",
      reason: "refused",
    });
    expect(await transport.probe(printer)).toMatchObject({
      state: "unreachable",
      message: expect.stringContaining("refuses the connection"),
    });
    await expect(
      transport.send(aPrinter({ host: "printer.invalid" }), aZpl()),
    ).rejects.toMatchObject({
      sent: "nothing",
      reason: expect.stringMatching(/unreachable|timeout/),
    });
  });

  it("a connection that the printer closes before the label means that nothing was sent", async () => {
    const port = await aSocket((socket) => socket.end());
    await expect(createTcpTransport().send(aPrinter({ port }), aZpl())).rejects.toMatchObject({
      sent: "nothing",
      reason: "connection lost",
    });
  });

  it.each(["paper out", "head open"] as const)(
    "%s is reported instead of a lost connection when a printer closes it inside a label and then answers with that state",
    async (mode) => {
      let labels = 0;
      const port = await aSocket((socket) =>
        socket.on("data", (chunk) => {
          if (chunk.includes("^XA")) {
            labels += 1;
            socket.resetAndDestroy();
          } else
            socket.write(
              Buffer.from(
                hostStatusAnswer(
                  behaviourSchema.parse({ mode: labels === 0 ? "ok" : mode }),
                  0,
                  false,
                  1_200,
                ),
                "latin1",
              ),
            );
        }),
      );
      const failure = {
        sent: "maybe",
        reason: mode,
        message: expect.stringMatching(
          /^(The printer is out of labels|The print head is open).*Check whether the label was printed\.$/,
        ),
      };
      await expect(createTcpTransport().send(aPrinter({ port }), aZpl())).rejects.toMatchObject(
        failure,
      );
      expect(labels).toBe(1);
    },
  );

  it("a printer that stops accepting bytes gives the outcome maybe", async () => {
    const port = await aSocket((socket) => void socket.pause());
    const endless = new Uint8Array(32 * 1024 * 1024);
    await expect(
      createTcpTransport({ times: { gateMs: 50, stallMs: 300, slowestLine: 1_000_000_000 } }).send(
        aPrinter({ port }),
        endless,
      ),
    ).rejects.toMatchObject({ sent: "maybe", reason: "timeout" });
  });

  it("a label cancelled before it is sent gives the outcome nothing, and a label cancelled while it is printed gives maybe", async () => {
    const simulator = await aSimulator();
    const printer = aPrinter({ port: simulator.port });
    await expect(
      createTcpTransport().send(printer, aZpl(), { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ sent: "nothing", reason: "cancelled" });

    await expect(
      createTcpTransport().send(printer, aZpl(), { isWanted: () => false }),
    ).rejects.toMatchObject({ sent: "nothing", reason: "cancelled" });
    expect(simulator.jobs()).toEqual([]);

    simulator.setBehaviour({ mode: "slow", slowMs: 60_000 });
    const stop = new AbortController();
    const transport = createTcpTransport();
    const sent = Promise.withResolvers<void>();
    const outcome = expect(
      transport.send(printer, aZpl(), {
        signal: stop.signal,
        onStage: (stage) => void (stage === "sent" && sent.resolve()),
      }),
    ).rejects.toMatchObject({ sent: "maybe", reason: "cancelled" });
    await sent.promise;
    stop.abort();
    await outcome;
  });
});
