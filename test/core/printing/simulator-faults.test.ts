/** The simulator's faults on real sockets; each of them was seen on a real desk's printer. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseHostStatus } from "../../../core/printing/languages/zpl-status.ts";
import type { Simulator } from "../../../core/printing/simulator/simulator.ts";
import { aFolder, aSimulator, aZpl } from "./a-printer.ts";

const PATIENCE_MS = 60_000;
const WAIT = { timeout: 20_000 };

type Line = { readonly socket: Socket; received: string; isEnded: boolean; error: string };

async function dial(simulator: Simulator): Promise<Line> {
  const socket = connect({ port: simulator.port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const line: Line = { socket, received: "", isEnded: false, error: "" };
  socket.on("data", (chunk) => (line.received += chunk.toString("latin1")));
  socket.on("end", () => (line.isEnded = true));
  socket.on("error", (error: NodeJS.ErrnoException) => (line.error = error.code ?? ""));
  await once(socket, "connect");
  return line;
}

async function ask(simulator: Simulator, query: string, end: string): Promise<string> {
  const line = await dial(simulator);
  line.socket.write(query);
  await expect.poll(() => line.received.endsWith(end), WAIT).toBe(true);
  line.socket.destroy();
  return line.received;
}

const numbers = (simulator: Simulator): number[] => simulator.jobs().map((job) => job.n);

describe("the simulator's paper", { timeout: PATIENCE_MS }, () => {
  it("the paper ends in the middle of a batch, and the remaining labels are printed on the next roll", async () => {
    const simulator = await aSimulator({ mode: "ok", paperAfterLabels: 3 });
    const { socket } = await dial(simulator);
    socket.write(Buffer.concat(["B1", "B2", "B3", "B4", "B5"].map(aZpl)));
    await expect.poll(() => [simulator.jobs().length, simulator.waiting()], WAIT).toEqual([3, 2]);
    expect(simulator.behaviour()).toMatchObject({ mode: "paper out", paperAfterLabels: null });
    expect(parseHostStatus(await ask(simulator, "~HS", "1234,0\u0003\r\n"))).toMatchObject({
      paperOut: true,
      formatsInBuffer: 2,
    });
    simulator.setBehaviour({ mode: "ok" });
    await expect.poll(() => numbers(simulator), WAIT).toEqual([1, 2, 3, 4, 5]);
  });

  it("the paper ends between the copies of one label, and the remaining copies are printed on the next roll", async () => {
    const simulator = await aSimulator({ mode: "ok", paperAfterLabels: 2 });
    const { socket } = await dial(simulator);
    socket.write("^XA^FDx^FS^PQ5,0,1,Y^XZ");
    await expect.poll(() => [simulator.jobs().length, simulator.waiting()], WAIT).toEqual([2, 3]);
    simulator.setBehaviour({ mode: "ok" });
    await expect
      .poll(() => simulator.jobs().map(({ copy, copies }) => `${copy}/${copies}`), WAIT)
      .toEqual(["1/5", "2/5", "3/5", "4/5", "5/5"]);
  });

  it("the paper tears: the upper half is kept and marked, the lower symbol is not read, and the label is not printed again", async () => {
    const simulator = await aSimulator({ mode: "half" });
    const label =
      "^XA^PW800^LL1200^FO100,100^BY3,3,150^BCN,150,N,N,N,A^FDUPPER^FS^FO100,900^BCN,150,N,N,N,A^FDLOWER^FS^XZ";
    const { socket } = await dial(simulator);
    socket.write(label);
    await expect
      .poll(() => simulator.jobs(), WAIT)
      .toMatchObject([{ isPartial: true, lengthMm: 75 }]);
    expect(simulator.behaviour().mode).toBe("paper out");
    expect([await simulator.jobsWith("UPPER"), await simulator.jobsWith("LOWER")]).toMatchObject([
      [{ n: 1 }],
      [],
    ]);
    const picture = Buffer.from(
      await (await fetch(`${simulator.httpUrl}/jobs/1.png`)).arrayBuffer(),
    );
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([800, 600]);
    simulator.setBehaviour({ mode: "ok" });
    socket.write(label);
    await expect
      .poll(() => simulator.jobs().map(({ isPartial }) => isPartial), WAIT)
      .toEqual([true, false]);
    expect(simulator.odometer()).toMatchObject({ labels: 1 });
  });
});

describe("the simulator's odometer", { timeout: PATIENCE_MS }, () => {
  it("the odometer counts labels in SGD and inches in ~HQOD, and continues after a restart", async () => {
    const dir = aFolder();
    const first = await aSimulator({ mode: "ok" }, dir);
    const { socket } = await dial(first);
    socket.write(Buffer.concat(["O1", "O2", "O3"].map(aZpl)));
    await expect.poll(() => first.jobs().length, WAIT).toBe(3);
    await first.close();
    const simulator = await aSimulator({ mode: "ok" }, dir);
    expect(await ask(simulator, '! U1 getvar "odometer.total_label_count"\r\n', '"')).toBe('"3"');
    const odometer = (await ask(simulator, "~HQOD", "\u0003\r\n"))
      .split("\r\n")
      .map((line) => line.trim().replace(/ +/g, " "));
    // 3 × 150 mm are 17.7 inches.
    expect(odometer).toEqual([
      "\u0002",
      "",
      "PRINT METERS",
      'TOTAL NONRESETTABLE: 17 "',
      'USER RESETTABLE CNTR1: 17 "',
      'USER RESETTABLE CNTR2: 17 "',
      "\u0003",
      "",
    ]);
    expect(await ask(simulator, "~HI", "\u0003\r\n")).toBe(
      "\u0002Packbench Simulator,V1.0.0,8,8192KB\u0003\r\n",
    );
  });

  it.each([
    ["lies", 0],
    ["lies empty", 2],
  ] as const)(
    "the odometer does not move in the mode '%s', although the printer's status says ready and empty",
    async (mode, waiting) => {
      const simulator = await aSimulator({ mode });
      const line = await dial(simulator);
      line.socket.write(
        Buffer.concat([
          aZpl("L1"),
          aZpl("L2"),
          Buffer.from('~HS! U1 getvar "odometer.total_label_count"\r\n'),
        ]),
      );
      await expect.poll(() => line.received.endsWith('"0"'), WAIT).toBe(true);
      expect(parseHostStatus(line.received)).toMatchObject({
        paperOut: false,
        paused: false,
        formatsInBuffer: 0,
        labelsRemaining: 0,
      });
      expect([simulator.jobs().length, simulator.waiting()]).toEqual([0, waiting]);
      simulator.setBehaviour({ mode: "ok" });
      await expect.poll(() => simulator.odometer().labels, WAIT).toBe(waiting);
    },
  );
});

describe("the simulator's line", { timeout: PATIENCE_MS }, () => {
  it(
    "the line accepts the configured number of bytes per second, and answers after earlier bytes",
    { tags: "all" },
    async () => {
      const simulator = await aSimulator({ mode: "ok", bytesPerSecond: 4_000 });
      const line = await dial(simulator);
      const started = performance.now();
      line.socket.write(`^XA^FD${"x".repeat(3_000)}^FS^XZ~HS`);
      await expect
        .poll(() => parseHostStatus(line.received), WAIT)
        .toMatchObject({ formatsInBuffer: 0 });
      expect(performance.now() - started).toBeGreaterThan(700);
      expect(simulator.jobs()).toMatchObject([{ bytes: 3_012 }]);
    },
  );

  it("the line falls silent at once, even in the middle of a connection, and the simulator continues to print", async () => {
    const simulator = await aSimulator();
    const line = await dial(simulator);
    line.socket.write("~HS");
    await expect.poll(() => parseHostStatus(line.received), WAIT).toBeDefined();
    simulator.setBehaviour({ mode: "silent" });
    line.received = "";
    line.socket.write(Buffer.concat([Buffer.from("~HS"), aZpl("S1"), Buffer.from("~HS")]));
    await expect.poll(() => simulator.jobs().length, WAIT).toBe(1);
    expect(line.received).toBe("");
  });

  it("the line half-closes after a label: it answers no query, and labels that still arrive are printed", async () => {
    const simulator = await aSimulator({ mode: "ok", ending: "half-close" });
    const line = await dial(simulator);
    line.socket.write(aZpl("H1"));
    await expect.poll(() => line.isEnded, WAIT).toBe(true);
    line.socket.write(Buffer.concat([Buffer.from("~HS"), aZpl("H2")]));
    await expect.poll(() => simulator.jobs().length, WAIT).toBe(2);
    expect([line.received, line.error]).toEqual(["", ""]);
  });

  it("the line closes after a label", async () => {
    const simulator = await aSimulator({ mode: "ok", ending: "close" });
    const line = await dial(simulator);
    line.socket.write(aZpl("C1"));
    await expect.poll(() => line.isEnded, WAIT).toBe(true);
    expect(simulator.jobs().length).toBe(1);
  });

  it("the line ends its side when the sender does, unless it keeps the connection open", async () => {
    const simulator = await aSimulator();
    const first = await dial(simulator);
    first.socket.end(aZpl("E1"));
    await expect.poll(() => first.isEnded, WAIT).toBe(true);
    expect(simulator.jobs().length).toBe(1);
    simulator.setBehaviour({ mode: "ok", ending: "keep open" });
    const second = await dial(simulator);
    second.socket.end(aZpl("E2"));
    await expect.poll(() => simulator.jobs().length, WAIT).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(second.isEnded).toBe(false);
  });

  it("the line has one connection at a time: another waits unread until the first is over, or is reset at once", async () => {
    const simulator = await aSimulator({ mode: "ok", connections: "one, others wait" });
    const [first, second] = [await dial(simulator), await dial(simulator)];
    second.socket.write(Buffer.concat([aZpl("W2"), Buffer.from("~HS")]));
    first.socket.write(aZpl("W1"));
    await expect.poll(() => simulator.jobs().length, WAIT).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([simulator.jobs().length, second.received]).toEqual([1, ""]);
    first.socket.destroy();
    await expect
      .poll(() => [simulator.jobs().length, parseHostStatus(second.received) !== undefined], WAIT)
      .toEqual([2, true]);

    simulator.setBehaviour({ mode: "ok", connections: "one, others refused" });
    const third = connect(simulator.port, "127.0.0.1");
    expect(await once(third, "error")).toMatchObject([{ code: "ECONNRESET" }]);
  });

  it("the line is cut inside a label that is long enough, and earlier labels are kept", async () => {
    const simulator = await aSimulator({ mode: "cut off", cutAfterBytes: 200 });
    const line = await dial(simulator);
    line.socket.write(`^XA^FDshort^FS^XZ^XA^FD${"x".repeat(300)}^FS^XZ`);
    await expect.poll(() => line.error, WAIT).toBe("ECONNRESET");
    await expect.poll(() => simulator.jobs(), WAIT).toMatchObject([{ bytes: 17 }]);
  });
});
