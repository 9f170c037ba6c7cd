import { describe, expect, it } from "vitest";
import {
  createScanDetector,
  type Detected,
  type TimedKey,
  type ScannerLayout,
} from "../../../renderer/lib/scan-detector.ts";

const CODES: Record<string, string> = {
  "-": "Minus",
  "/": "Slash",
  Enter: "Enter",
  Tab: "Tab",
  Shift: "ShiftLeft",
};

function timedKey(key: string, at: number, part: Partial<TimedKey> = {}): TimedKey {
  const code = CODES[key] ?? (/\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`);
  return { key, code, shift: false, caps: false, modified: false, repeat: false, at, ...part };
}

/** Plays keys with equal gaps, and returns how the last one was classified. */
function play(
  keys: readonly string[],
  gapMs: number,
  layout: ScannerLayout = "system",
): Detected | undefined {
  const detector = createScanDetector(() => layout);
  return keys.map((key, index) => detector.take(timedKey(key, 1000 + index * gapMs))).at(-1);
}

const scanned = (code: string): Detected => ({ kind: "scan", code });

describe("a code from a scanner", () => {
  it("is a scan at 4 ms a key, ended by Enter or by Tab", () => {
    expect(play([..."10482", "Enter"], 4)).toEqual(scanned("10482"));
    expect(play([..."10482", "Tab"], 4)).toEqual(scanned("10482"));
  });

  it("is still a scan when a busy machine held one key back for 120 ms", () => {
    const detector = createScanDetector(() => "system");
    const times = [0, 4, 124, 128, 132, 136];
    expect(
      [..."10482", "Enter"]
        .map((key, index) => detector.take(timedKey(key, times[index] ?? 0)))
        .at(-1),
    ).toEqual(scanned("10482"));
  });

  it("is no scan when a person types at 90 ms a key", () => {
    expect(play([..."10482", "Enter"], 90)).toEqual({ kind: "other" });
  });

  it("is a stray Enter after fewer than four characters, which buys nothing", () => {
    expect(play([..."12", "Enter"], 4)).toEqual({ kind: "stray" });
  });

  it("restarts after a pause of more than 150 ms", () => {
    const detector = createScanDetector(() => "system");
    detector.take(timedKey("9", 0));
    const found = [..."10482", "Enter"].map((key, index) =>
      detector.take(timedKey(key, 200 + index * 4)),
    );
    expect(found.at(-1)).toEqual(scanned("10482"));
  });

  it("is broken by an arrow or by a held key", () => {
    expect(play([..."104", "ArrowLeft", "8", "2", "Enter"], 4)).toEqual({ kind: "stray" });
    const detector = createScanDetector(() => "system");
    for (let index = 0; index < 8; index++)
      detector.take(timedKey("1", index * 30, { repeat: index > 0 }));
    expect(detector.take(timedKey("Enter", 250))).not.toMatchObject({ kind: "scan" });
  });

  it("keeps capitals: the Shift before them does not break it", () => {
    const detector = createScanDetector(() => "system");
    const keys = [
      timedKey("Shift", 0),
      timedKey("A", 2, { shift: true }),
      timedKey("Shift", 4),
      timedKey("B", 6, { shift: true }),
      timedKey("1", 8),
      timedKey("2", 10),
    ];
    keys.forEach((key) => detector.take(key));
    expect(detector.take(timedKey("Enter", 12))).toEqual(scanned("AB12"));
  });

  it("does not take keys with Ctrl or Alt", () => {
    const detector = createScanDetector(() => "system");
    "1048"
      .split("")
      .forEach((key, index) => detector.take(timedKey(key, index * 4, { modified: true })));
    expect(detector.take(timedKey("Enter", 16))).toEqual({ kind: "other" });
  });
});

describe("the second Enter of a scanner", () => {
  it("is an echo within 100 ms, and a person's own Enter after", () => {
    const detector = createScanDetector(() => "system");
    [..."10482"].forEach((key, index) => detector.take(timedKey(key, index * 4)));
    expect(detector.take(timedKey("Enter", 20))).toEqual(scanned("10482"));
    expect(detector.take(timedKey("Enter", 24))).toEqual({ kind: "echo" });
    expect(detector.take(timedKey("Enter", 300))).toEqual({ kind: "other" });
  });

  it("is also an echo when it is a Tab", () => {
    const detector = createScanDetector(() => "system");
    [..."10482"].forEach((key, index) => detector.take(timedKey(key, index * 4)));
    expect(detector.take(timedKey("Tab", 20))).toEqual(scanned("10482"));
    expect(detector.take(timedKey("Tab", 24))).toEqual({ kind: "echo" });
  });

  it("is not an echo in a row of Tabs, pressed fast or held: the focus moves with each", () => {
    expect(play(["Tab", "Tab", "Tab"], 30)).toEqual({ kind: "other" });
    expect(play(["Tab", "Enter"], 80)).toEqual({ kind: "other" });
    expect(play(["Enter", "Enter"], 30)).toEqual({ kind: "echo" });
  });

  it("is not an echo when it is a Tab after an Enter without a code: the focus leaves the pressed button", () => {
    expect(play(["Enter", "Tab"], 30)).toEqual({ kind: "other" });
    expect(play(["Enter", "Tab", "Tab", "Tab"], 30)).toEqual({ kind: "other" });
  });

  it("is an echo as a Tab only within 100 ms of the code, however many follow", () => {
    expect(play([..."10482", "Enter", "Tab"], 30)).toEqual({ kind: "echo" });
    expect(play([..."10482", "Enter", "Tab", "Tab", "Tab", "Tab"], 30)).toEqual({ kind: "other" });
  });

  it("never hides a scan that follows an Enter at once", () => {
    const detector = createScanDetector(() => "system");
    detector.take(timedKey("Enter", 0));
    [..."10482"].forEach((key, index) => detector.take(timedKey(key, 10 + index * 4)));
    expect(detector.take(timedKey("Enter", 30))).toEqual(scanned("10482"));
  });
});

describe("a US scanner on a Turkish layout", () => {
  it("gives i for the key that types ı, and . for the key that types ç", () => {
    const detector = createScanDetector(() => "system");
    const keys = [
      timedKey("ı", 0, { code: "KeyI" }),
      timedKey("1", 4),
      timedKey("ç", 8, { code: "Period" }),
      timedKey("2", 12),
    ];
    keys.forEach((key) => detector.take(key));
    expect(detector.take(timedKey("Enter", 16))).toEqual(scanned("i1.2"));
  });

  it("gives - for the key that types *, once the US layout is set", () => {
    const keys = [
      timedKey("A", 0, { shift: true }),
      timedKey("*", 4, { code: "Minus" }),
      timedKey("1", 8),
      timedKey("2", 12),
    ];
    const code = (layout: ScannerLayout): Detected => {
      const detector = createScanDetector(() => layout);
      keys.forEach((key) => detector.take(key));
      return detector.take(timedKey("Enter", 16));
    };
    expect(code("system")).toEqual(scanned("A*12"));
    expect(code("us")).toEqual(scanned("A-12"));
  });
});
