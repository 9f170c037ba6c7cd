import { describe, expect, it } from "vitest";
import { createMemoryKnowledge } from "../../../../core/printing/transports/printer-knowledge.ts";
import { createTcpTransport } from "../../../../core/printing/transports/tcp.ts";
import { aPrinter, aZpl } from "../a-printer.ts";
import { aZplSocket, IDLE, identity, meters, PAPER_OUT } from "./a-zpl-socket.ts";

const onlyStatus = (question: string): string | undefined =>
  question === "~HS" ? IDLE : undefined;

/** @returns Duration, ms. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

describe("a printer that answered before and is silent now", () => {
  it("a silent printer gets no label, however often it is queried, and gets its label as soon as it answers", async () => {
    let isSilent = false;
    let now = 0;
    const socket = await aZplSocket({
      answer: (question) => (isSilent ? undefined : onlyStatus(question)),
    });
    const transport = createTcpTransport({
      times: { freshMs: 0, gateMs: 50, statusMs: 50 },
      now: () => now,
    });
    const printer = aPrinter({ port: socket.port });
    await transport.send(printer, aZpl());
    isSilent = true;
    for (let hour = 0; hour < 5; hour += 1) {
      now += 3_600_000;
      expect(await transport.probe(printer)).toMatchObject({
        state: "no answer",
        message: expect.stringContaining("does not answer, although it did before"),
      });
      await expect(transport.send(printer, aZpl())).rejects.toMatchObject({
        sent: "nothing",
        reason: "no answer",
      });
    }
    expect(socket.labels).toHaveLength(1);
    isSilent = false;
    expect([await transport.send(printer, aZpl()), socket.labels.length]).toMatchObject([
      { state: "CONFIRMED" },
      2,
    ]);
  });

  it("a printer that is silent now gets no label from a new process either, because its earlier answer is stored", async () => {
    const socket = await aZplSocket({ answer: () => undefined });
    const knowledge = createMemoryKnowledge();
    const printer = aPrinter({ port: socket.port });
    knowledge.note(printer, { hasAnswered: true });
    await expect(createTcpTransport({ knowledge }).send(printer, aZpl())).rejects.toMatchObject({
      sent: "nothing",
      reason: "no answer",
    });
    expect(socket.labels).toEqual([]);
  });

  it("a silent printer gets its labels when a person disables the status query", async () => {
    const socket = await aZplSocket({ answer: () => undefined });
    const knowledge = createMemoryKnowledge();
    const printer = aPrinter({ port: socket.port, asksState: false });
    knowledge.note(printer, { hasAnswered: true });
    expect([
      await createTcpTransport({ knowledge }).send(printer, aZpl()),
      socket.labels.length,
      socket.asked,
    ]).toMatchObject([{ state: "SENT" }, 1, []]);
  });
});

describe("a label on its way to the printer", () => {
  it("a label does not wait for an answer from a printer that has never answered", async () => {
    const socket = await aZplSocket({ answer: () => undefined });
    const transport = createTcpTransport({ times: { statusMs: 50, gateMs: 30_000 } });
    const printer = aPrinter({ port: socket.port });
    await transport.probe(printer);
    let sentMs = Number.POSITIVE_INFINITY;
    const begun = performance.now();
    await transport.send(printer, aZpl(), {
      onStage: (stage) => void (stage === "sent" && (sentMs = performance.now() - begun)),
    });
    expect(sentMs).toBeLessThan(10_000);
    expect(socket.asked.map(({ what }) => what)).toEqual(["~HS"]);
  });

  it(
    "a label needs no query while the last answer is fresh, and shares one connection with the queries",
    { tags: "all" },
    async () => {
      const socket = await aZplSocket({
        answer: (question, labels) =>
          ({ "~HS": IDLE, "~HI": identity("GX430t-300dpi"), "~HQOD": meters(6 * labels) })[
            question
          ],
      });
      const transport = createTcpTransport();
      const printer = aPrinter({ port: socket.port });
      await transport.send(printer, aZpl());
      await transport.probe(printer);
      await expect
        .poll(() => socket.asked.some(({ what }) => what === "~HQOD"), { timeout: 10_000 })
        .toBe(true);
      const before = socket.asked.length;
      await transport.send(printer, aZpl());
      expect([
        socket.asked
          .slice(before)
          .map(({ what }) => what)
          .filter((what) => what === "~HS").length,
        socket.labels.length,
      ]).toEqual([1, 2]); // The only status query comes after the label.
      await expect.poll(() => socket.open(), { timeout: 10_000 }).toBe(0);
      expect(socket.most()).toBe(1);
    },
  );

  it("a label waits less than 0.6 s for a running query", async () => {
    let isSilent = false;
    const socket = await aZplSocket({
      answer: (question) => (isSilent ? undefined : onlyStatus(question)),
    });
    const transport = createTcpTransport({ times: { statusMs: 5_000 } });
    const printer = aPrinter({ port: socket.port });
    await transport.send(printer, aZpl());
    isSilent = true;
    const before = socket.asked.length;
    const probed = transport.probe(printer); // No answer comes.
    await expect.poll(() => socket.asked.length, { timeout: 10_000 }).toBe(before + 1);
    isSilent = false;
    let sentMs = Number.POSITIVE_INFINITY;
    const begun = performance.now();
    await transport.send(printer, aZpl(), {
      onStage: (stage) => void (stage === "sent" && (sentMs = performance.now() - begun)),
    });
    expect(sentMs).toBeLessThan(600);
    expect((await probed).state).toBe("busy");
  });
});

describe("a slow line", () => {
  it(
    "a line of 1 kB per second gives no unknown outcome: the label is confirmed once it has arrived",
    { tags: "all", timeout: 30_000 },
    async () => {
      const label = Buffer.from(`^XA^FX${"slow ".repeat(1_200)}^FS^XZ`);
      const socket = await aZplSocket({ answer: onlyStatus, bytesPerSecond: 1_000 });
      const printer = aPrinter({ port: socket.port });
      const times = { confirmMs: 500, statusMs: 500, stallMs: 500 };
      const ms = await timed(async () =>
        expect(await createTcpTransport({ times }).send(printer, label)).toMatchObject({
          state: "CONFIRMED",
        }),
      );
      expect([ms > 4_000, socket.labels.length]).toEqual([true, 1]);
    },
  );
});

describe("a printer that ends the connection after a label", () => {
  it.each([
    ["half-closes it", (end: { end(): void; destroy(): void }) => end.end()],
    ["closes it", (end: { end(): void; destroy(): void }) => end.destroy()],
  ])(
    "a printer that ends the connection after a label (it %s) proves SENT, and every later label is printed too",
    async (_what, endIt) => {
      const socket = await aZplSocket({
        answer: onlyStatus,
        onLabel: (connection) => endIt(connection),
      });
      const transport = createTcpTransport();
      const printer = aPrinter({ port: socket.port });
      for (let i = 0; i < 3; i += 1)
        expect(await transport.send(printer, aZpl())).toMatchObject({
          state: "SENT",
          words: expect.stringContaining("ended the connection after the label"),
        });
      expect(socket.labels).toHaveLength(3);
    },
  );

  it("a printer that ends the connection proves CONFIRMED when its odometer has moved", async () => {
    const answer = (question: string, labels: number): string | undefined =>
      ({ "~HS": IDLE, "~HI": identity("GX430t-300dpi"), "~HQOD": meters(100 + 6 * labels) })[
        question
      ];
    const socket = await aZplSocket({ answer, onLabel: (connection) => connection.end() });
    const transport = createTcpTransport();
    const printer = aPrinter({ port: socket.port });
    await transport.probe(printer);
    await expect
      .poll(() => socket.asked.some(({ what }) => what === "~HQOD"), { timeout: 10_000 })
      .toBe(true);
    expect(await transport.send(printer, aZpl())).toMatchObject({
      state: "CONFIRMED",
      words: expect.stringContaining("odometer 100 to 106"),
    });
  });

  it("a printer that keeps the connection open and answers nothing proves SENT without a wait for the end of the connection", async () => {
    const socket = await aZplSocket({ answer: () => undefined });
    const transport = createTcpTransport({ times: { gateMs: 50, statusMs: 30_000 } });
    const ms = await timed(async () =>
      expect(await transport.send(aPrinter({ port: socket.port }), aZpl())).toMatchObject({
        state: "SENT",
      }),
    );
    expect(ms).toBeLessThan(10_000);
    expect(socket.labels).toHaveLength(1);
  });
});

describe("an odometer", () => {
  const withMeter =
    (model: string, count: (labels: number) => number) =>
    (question: string, labels: number): string | undefined => {
      if (question.startsWith("! U1")) return `"${count(labels)}"`;
      return { "~HS": IDLE, "~HI": identity(model), "~HQOD": meters(6 * count(labels)) }[question];
    };

  async function met(answer: (question: string, labels: number) => string | undefined) {
    const socket = await aZplSocket({ answer });
    const knowledge = createMemoryKnowledge();
    const transport = createTcpTransport({ knowledge, times: { odometerMs: 200 } });
    const printer = aPrinter({ port: socket.port });
    await transport.probe(printer);
    await expect.poll(() => knowledge.find(printer).odometer, { timeout: 10_000 }).not.toBe("");
    return { socket, knowledge, transport, printer };
  }

  it("an odometer that has moved confirms the label, with the count in the status text", async () => {
    const { transport, printer } = await met(withMeter("GX430t-300dpi", (labels) => 10 + labels));
    expect(await transport.send(printer, aZpl())).toMatchObject({
      state: "CONFIRMED",
      words: expect.stringMatching(/^030,0,0.*odometer 60 to 66$/),
    });
  });

  it("an odometer that does not move leaves the label SENT although the printer reports an empty buffer", async () => {
    const { transport, printer } = await met(withMeter("GX430t-300dpi", () => 10));
    expect(await transport.send(printer, aZpl())).toMatchObject({
      state: "SENT",
      words: expect.stringContaining("its odometer stayed at 60"),
    });
  });

  it("an odometer that counted this printer's earlier labels but does not move leaves the outcome unknown", async () => {
    const { transport, printer } = await met(
      withMeter("GX430t-300dpi", (labels) => 10 + Math.min(labels, 1)),
    );
    expect(await transport.send(printer, aZpl())).toMatchObject({ state: "CONFIRMED" });
    await expect(transport.send(printer, aZpl())).rejects.toMatchObject({
      sent: "maybe",
      reason: "not counted",
      words: expect.stringContaining("its odometer stayed at 66"),
    });
  });

  it("the odometer is queried as a setting only on a Link-OS model, because other models would print that query", async () => {
    const linkOs = await met(withMeter("ZD421-203dpi ZPL", (labels) => 10 + labels));
    expect([
      linkOs.knowledge.find(linkOs.printer).odometer,
      await linkOs.transport.send(linkOs.printer, aZpl()),
    ]).toMatchObject([
      "SGD",
      { state: "CONFIRMED", words: expect.stringContaining("odometer 10 to 11") },
    ]);
    const other = await met(withMeter("GK420d-200dpi", (labels) => 10 + labels));
    expect([
      other.knowledge.find(other.printer).odometer,
      other.socket.asked.filter(({ what }) => what.startsWith("!")),
    ]).toEqual(["HQOD", []]);
  });

  it("the odometer is not queried on a printer that does not identify itself", async () => {
    const { socket, transport, printer } = await (async () => {
      const socket = await aZplSocket({ answer: onlyStatus });
      return {
        socket,
        transport: createTcpTransport({ times: { statusMs: 50 } }),
        printer: aPrinter({ port: socket.port }),
      };
    })();
    await transport.probe(printer);
    await expect
      .poll(() => socket.asked.map(({ what }) => what), { timeout: 10_000 })
      .toEqual(["~HS", "~HI"]);
    expect(await transport.send(printer, aZpl())).toMatchObject({ state: "CONFIRMED" });
  });
});

it("a printer that reports a fault gets no label, and its status text is kept in the error", async () => {
  const socket = await aZplSocket({ answer: () => PAPER_OUT });
  await expect(
    createTcpTransport().send(aPrinter({ port: socket.port }), aZpl()),
  ).rejects.toMatchObject({
    sent: "nothing",
    reason: "paper out",
    words: expect.stringMatching(/^030,1,1/),
  });
  expect(socket.labels).toEqual([]);
});
