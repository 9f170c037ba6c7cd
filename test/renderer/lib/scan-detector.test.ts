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

/** Plays keys with equal gaps, and returns how the last key was classified. */
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
  it("characters at 4 ms a key, ended by Enter or by Tab, are a scan", () => {
    expect(play([..."10482", "Enter"], 4)).toEqual(scanned("10482"));
    expect(play([..."10482", "Tab"], 4)).toEqual(scanned("10482"));
  });

  it("a scan may have one key that a busy machine held back for 120 ms", () => {
    const detector = createScanDetector(() => "system");
    const times = [0, 4, 124, 128, 132, 136];
    expect(
      [..."10482", "Enter"]
        .map((key, index) => detector.take(timedKey(key, times[index] ?? 0)))
        .at(-1),
    ).toEqual(scanned("10482"));
  });

  it("typing at 90 ms a key is no scan", () => {
    expect(play([..."10482", "Enter"], 90)).toEqual({ kind: "other" });
  });

  it("an Enter after fewer than four characters is stray and buys nothing", () => {
    expect(play([..."12", "Enter"], 4)).toEqual({ kind: "stray", code: "12" });
  });

  it("a pause of more than 150 ms restarts the code", () => {
    const detector = createScanDetector(() => "system");
    detector.take(timedKey("9", 0));
    const found = [..."10482", "Enter"].map((key, index) =>
      detector.take(timedKey(key, 200 + index * 4)),
    );
    expect(found.at(-1)).toEqual(scanned("10482"));
  });

  it("an arrow or a held key breaks the code", () => {
    expect(play([..."104", "ArrowLeft", "8", "2", "Enter"], 4)).toEqual({
      kind: "stray",
      code: "82",
    });
    const detector = createScanDetector(() => "system");
    for (let index = 0; index < 8; index++)
      detector.take(timedKey("1", index * 30, { repeat: index > 0 }));
    expect(detector.take(timedKey("Enter", 250))).not.toMatchObject({ kind: "scan" });
  });

  it("the code keeps capitals, because the Shift before them does not break it", () => {
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

  it("keys with Ctrl or Alt are not part of a code", () => {
    const detector = createScanDetector(() => "system");
    "1048"
      .split("")
      .forEach((key, index) => detector.take(timedKey(key, index * 4, { modified: true })));
    expect(detector.take(timedKey("Enter", 16))).toEqual({ kind: "other" });
  });
});

describe("the second Enter of a scanner", () => {
  it("a second Enter within 100 ms is an echo, and a later Enter is a person's", () => {
    const detector = createScanDetector(() => "system");
    [..."10482"].forEach((key, index) => detector.take(timedKey(key, index * 4)));
    expect(detector.take(timedKey("Enter", 20))).toEqual(scanned("10482"));
    expect(detector.take(timedKey("Enter", 24))).toEqual({ kind: "echo" });
    expect(detector.take(timedKey("Enter", 300))).toEqual({ kind: "other" });
  });

  it("a second Tab is also an echo", () => {
    const detector = createScanDetector(() => "system");
    [..."10482"].forEach((key, index) => detector.take(timedKey(key, index * 4)));
    expect(detector.take(timedKey("Tab", 20))).toEqual(scanned("10482"));
    expect(detector.take(timedKey("Tab", 24))).toEqual({ kind: "echo" });
  });

  it("Tabs in a row, pressed fast or held, are no echoes, and the focus moves with each", () => {
    expect(play(["Tab", "Tab", "Tab"], 30)).toEqual({ kind: "other" });
    expect(play(["Tab", "Enter"], 80)).toEqual({ kind: "other" });
    expect(play(["Enter", "Enter"], 30)).toEqual({ kind: "echo" });
  });

  it("a Tab after an Enter without a code is no echo, and the focus leaves the pressed button", () => {
    expect(play(["Enter", "Tab"], 30)).toEqual({ kind: "other" });
    expect(play(["Enter", "Tab", "Tab", "Tab"], 30)).toEqual({ kind: "other" });
  });

  it("Tabs are echoes only within 100 ms of the code, however many follow", () => {
    expect(play([..."10482", "Enter", "Tab"], 30)).toEqual({ kind: "echo" });
    expect(play([..."10482", "Enter", "Tab", "Tab", "Tab", "Tab"], 30)).toEqual({ kind: "other" });
  });

  it("an echo never hides a scan that follows an Enter at once", () => {
    const detector = createScanDetector(() => "system");
    detector.take(timedKey("Enter", 0));
    [..."10482"].forEach((key, index) => detector.take(timedKey(key, 10 + index * 4)));
    expect(detector.take(timedKey("Enter", 30))).toEqual(scanned("10482"));
  });
});

describe("a US scanner on a Turkish layout", () => {
  it("the key that types ı gives i, and the key that types ç gives .", () => {
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

  it("the key that types * gives - once the US layout is set", () => {
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
