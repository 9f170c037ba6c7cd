/** Drivers that die, hang or are flooded, and lines that are cut. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { badgeNumberOf } from "../../../../core/base/badge-number.ts";
import { bareServer, drivers } from "./device-processes.ts";
import { deviceAt, hasPty, simulatedScale, soon, watching } from "./scale-line.ts";

describe.runIf(process.platform === "linux")("the process of a driver", () => {
  it(
    "is started again when it is killed, and the weight needs no second zero",
    { tags: "all" },
    async () => {
      const scale = await simulatedScale();
      const { until } = watching(deviceAt(scale.address()));
      await until("empty");
      scale.put(640);
      await until("ready");
      const [pid = 0] = drivers();
      process.kill(pid, "SIGKILL");
      await until("driverLost");
      await until("ready", 640);
      expect(drivers()).not.toContain(pid);
    },
  );

  it("is ended and started again when it hangs, while another device goes on", async () => {
    const [hanging, other] = [await simulatedScale(), await simulatedScale()];
    const first = watching(deviceAt(hanging.address()));
    await first.until("empty");
    const [pid = 0] = drivers();
    const second = watching(deviceAt(other.address()));
    await second.until("empty");
    process.kill(pid, "SIGSTOP");
    const before = second.seen.length;
    expect((await first.until("driverLost")).message).toContain("started again");
    other.put(300);
    await second.until("ready", 300);
    await first.until("empty");
    expect(drivers()).not.toContain(pid);
    expect(second.seen.slice(before).map(({ state }) => state)).not.toContain("driverLost");
  });

  it("is ended when the pattern of a person never comes to an end", { tags: "all" }, async () => {
    const { address, sockets } = await bareServer();
    const { until } = watching(
      deviceAt(address, { format: "own", pattern: "^(([a-z])+.)+(?<weight>[A-Z])$" }),
    );
    await soon(() => sockets.length).toBe(1);
    sockets[0]?.write(`${"a".repeat(60)}\n`);
    await until("driverLost");
    await soon(() => sockets.length).toBe(2);
    sockets[1]?.write("a.B\n");
    await until("silent");
  });

  it("ends with its device", async () => {
    const scale = await simulatedScale();
    const { until, watched } = watching(deviceAt(scale.address()));
    await until("empty");
    watched.stop();
    await soon(drivers).toEqual([]);
  });
});

describe("a line", () => {
  it("that is cut without a word is silent at once, and is connected again", async () => {
    const { address, sockets } = await bareServer();
    const { until } = watching(deviceAt(address));
    await soon(() => sockets.length).toBe(1);
    sockets[0]?.write("ST,GS,+000.000kg\r\n");
    await until("empty");
    await until("silent");
    await until("unplugged");
    await soon(() => sockets.length).toBe(2);
    sockets[1]?.write("ST,GS,+000.000kg\r\n");
    await until("empty");
  });

  it("that is flooded with noise and with weights keeps the newest weight", async () => {
    const { address, sockets } = await bareServer();
    const { until, seen } = watching(deviceAt(address));
    await soon(() => sockets.length).toBe(1);
    const [socket] = sockets;
    const noise = Buffer.alloc(64_000, "\u00a7x;");
    for (let i = 0; i < 100; i++) socket?.write(noise);
    await until("unreadable");
    for (let i = 0; i < 20_000; i++)
      socket?.write(`ST,GS,+${(i % 7).toFixed(3).padStart(7, "0")}kg\r\n`);
    socket?.write("ST,GS,+000.000kg\r\n".repeat(10));
    await until("empty");
    // Twenty thousand weights must not become twenty thousand messages.
    expect(seen.length).toBeLessThan(500);
  });

  it("that sends half a line, and the rest a moment later, sends one weight", async () => {
    const { address, sockets } = await bareServer();
    const { until, seen } = watching(deviceAt(address));
    await soon(() => sockets.length).toBe(1);
    sockets[0]?.write("ST,GS,+000.0");
    sockets[0]?.write("00kg\r");
    sockets[0]?.write("\n");
    await until("empty");
    expect(seen.map(({ state }) => state)).not.toContain("unreadable");
  });

  it("that is lost in the middle of a weight drops its beginning", async () => {
    const { address, sockets } = await bareServer();
    const { until, seen } = watching(deviceAt(address, { format: "number", equalReads: 1 }));
    await soon(() => sockets.length).toBe(1);
    sockets[0]?.write("0.000 kg\r\n  12");
    await until("empty");
    sockets[0]?.destroy();
    await soon(() => sockets.length).toBe(2);
    sockets[1]?.write("0.500 kg\r\n");
    await soon(() => seen.at(-1)?.grams).toBe(500);
  });

  it("that is lost in the middle of a code drops its beginning", async () => {
    const { address, sockets } = await bareServer();
    const { until, codes } = watching(deviceAt(address, { kind: "scanner" }));
    await soon(() => sockets.length).toBe(1);
    sockets[0]?.write("A-1\r\nA-2");
    await soon(() => codes).toEqual(["A-1"]);
    sockets[0]?.destroy();
    await until("unplugged");
    await soon(() => sockets.length).toBe(2);
    sockets[1]?.write("B-3\r\n");
    await soon(() => codes).toEqual(["A-1", "B-3"]);
  });

  it.each([
    ["a badge", (number: string) => number],
    [
      "a badge with a character that was not read",
      (number: string) => `${number.slice(0, 9)}?${number.slice(10)}`,
    ],
  ])("that is in truth a scanner shows no digit of %s", async (_what, send) => {
    const { address, sockets } = await bareServer();
    const { until } = watching(deviceAt(address));
    await soon(() => sockets.length).toBe(1);
    sockets[0]?.write(`${send(badgeNumberOf(randomBytes(16)))}\r\n`);
    expect((await until("unreadable")).sample).toMatch(/^[#?]{40}$/);
  });

  it.runIf(hasPty)("at a pseudo terminal that closes during a weight is unplugged", async () => {
    const scale = await simulatedScale({ at: { kind: "pty" }, everyMs: 5 });
    const { until } = watching(deviceAt(scale.address()));
    await until("empty");
    await scale.stop();
    await until("unplugged");
  });
});
