/** Scales at a network port and at a serial port, through their real drivers. */
import { describe, expect, it } from "vitest";
import { deviceAt, hasPty, simulatedScale, soon, watching } from "./scale-line.ts";

const PORTS = [
  ["a network port", { kind: "tcp", port: 0 }],
  ...(hasPty ? [["a serial port", { kind: "pty" }] as const] : []),
] as const;

describe.each(PORTS)("a scale at %s", (_name, at) => {
  it.each(["st", "sics", "toledo", "number"] as const)(
    "weighs a parcel in the format %s",
    async (format) => {
      const scale = await simulatedScale({ at, format });
      const { until, watched } = watching(deviceAt(scale.address(), { format }));
      await until("empty");
      scale.put(1_234);
      await until("ready", 1_234);
      watched.take();
      expect(watched.state().state).toBe("needsZero");
      scale.put(0);
      await until("empty");
      scale.put(800);
      await until("ready", 800);
    },
  );

  it("is refused in words in each of its moods, and weighs again afterwards", async () => {
    const scale = await simulatedScale({ at, random: () => 0.7 });
    const { until } = watching(deviceAt(scale.address()));
    await until("empty");
    await scale.setMood("negative");
    expect((await until("negative", -40)).message).toContain("Empty it");
    await scale.setMood("overloaded");
    expect((await until("overloaded")).message).toContain("Take the parcel off");
    await scale.setMood("pounds");
    expect(await until("otherUnit")).toMatchObject({ unit: "lb", grams: null });
    scale.put(500);
    await scale.setMood("wobbling");
    await until("moving", 508);
    await scale.setMood("silent");
    expect((await until("silent")).message).toContain("sends nothing");
    await scale.setMood("garbage");
    expect((await until("unreadable")).sample).not.toBe(null);
    await scale.setMood("steady");
    await until("ready", 500);
  });

  it("that is stuck does not weigh the next parcel", async () => {
    const scale = await simulatedScale({ at });
    const { until, watched } = watching(deviceAt(scale.address()));
    await until("empty");
    scale.put(700);
    await until("ready", 700);
    await scale.setMood("stuck");
    watched.take();
    scale.put(0);
    scale.put(900);
    expect((await until("needsZero", 700)).message).toContain("press its zero key");
  });
});

describe("a scale that is unplugged", () => {
  it("is unplugged, and weighs again when it is plugged in", async () => {
    const scale = await simulatedScale();
    const port = Number(scale.address().split(":").at(-1));
    await scale.stop();
    const { until } = watching(deviceAt(scale.address()));
    expect((await until("unplugged")).message).toContain("Check its cable");
    const again = await simulatedScale({ at: { kind: "tcp", port } });
    await until("empty");
    await again.setMood("unplugged");
    await until("unplugged");
    await again.setMood("steady");
    await until("empty");
  });

  it.runIf(hasPty)("also at a serial port whose device file disappears", async () => {
    const scale = await simulatedScale({ at: { kind: "pty" } });
    const { until } = watching(deviceAt(scale.address()));
    await until("empty");
    await scale.setMood("unplugged");
    await until("unplugged");
  });
});

describe("a serial port", () => {
  it.runIf(hasPty)("that another program has open is in use", async () => {
    const scale = await simulatedScale({ at: { kind: "pty" } });
    const first = watching(deviceAt(scale.address()));
    await first.until("empty");
    const second = watching(deviceAt(scale.address()));
    expect((await second.until("inUse")).message).toContain("Another program");
    first.watched.stop();
    await second.until("empty");
  });
});

describe("a scanner at a serial line", () => {
  it("passes each line on as a code, and none of noise", async () => {
    const line = await simulatedScale({ format: "number", everyMs: 30 });
    const { until, codes } = watching(deviceAt(line.address(), { kind: "scanner" }));
    line.put(12_000);
    await until("ready");
    await soon(() => codes.at(-1)).toBe("+  12.000 kg");
    await line.setMood("garbage");
    expect((await until("unreadable")).message).toContain("Check the speed");
  });
});
