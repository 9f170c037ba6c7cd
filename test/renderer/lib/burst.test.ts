import { describe, expect, it } from "vitest";
import { createBurst, type Heard, type Press, type ScannerLayout } from "../../../renderer/lib/burst.ts";

const CODES: Record<string, string> = { "-": "Minus", "/": "Slash", Enter: "Enter", Tab: "Tab", Shift: "ShiftLeft" };

function press(key: string, at: number, part: Partial<Press> = {}): Press {
  const code = CODES[key] ?? (/\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`);
  return { key, code, shift: false, caps: false, command: false, repeat: false, at, ...part };
}

/** Plays keys with the same gap, and tells what the last one was heard as. */
function play(keys: readonly string[], gapMs: number, layout: ScannerLayout = "system"): Heard | undefined {
  const burst = createBurst(() => layout);
  return keys.map((key, index) => burst.hear(press(key, 1000 + index * gapMs))).at(-1);
}

const scanned = (code: string): Heard => ({ kind: "scan", code });

describe("a scanner's burst", () => {
  it("is a scan at 4 ms a key, ended by Enter or by Tab", () => {
    expect(play([..."10482", "Enter"], 4)).toEqual(scanned("10482"));
    expect(play([..."10482", "Tab"], 4)).toEqual(scanned("10482"));
  });

  it("is still a scan when a busy machine held one key back for 120 ms", () => {
    const burst = createBurst(() => "system");
    const times = [0, 4, 124, 128, 132, 136];
    expect([..."10482", "Enter"].map((key, index) => burst.hear(press(key, times[index] ?? 0))).at(-1)).toEqual(scanned("10482"));
  });

  it("is no scan when a person types at 90 ms a key", () => {
    expect(play([..."10482", "Enter"], 90)).toEqual({ kind: "other" });
  });

  it("is a stray of under four characters, so that its Enter buys nothing", () => {
    expect(play([..."12", "Enter"], 4)).toEqual({ kind: "stray" });
  });

  it("starts anew after a silence of more than 150 ms", () => {
    const burst = createBurst(() => "system");
    burst.hear(press("9", 0));
    const heard = [..."10482", "Enter"].map((key, index) => burst.hear(press(key, 200 + index * 4)));
    expect(heard.at(-1)).toEqual(scanned("10482"));
  });

  it("is broken by an arrow or by a held key", () => {
    expect(play([..."104", "ArrowLeft", "8", "2", "Enter"], 4)).toEqual({ kind: "stray" });
    const burst = createBurst(() => "system");
    for (let index = 0; index < 8; index++) burst.hear(press("1", index * 30, { repeat: index > 0 }));
    expect(burst.hear(press("Enter", 250))).not.toMatchObject({ kind: "scan" });
  });

  it("keeps capitals: the Shift before them does not break it", () => {
    const burst = createBurst(() => "system");
    const keys = [press("Shift", 0), press("A", 2, { shift: true }), press("Shift", 4), press("B", 6, { shift: true }), press("1", 8), press("2", 10)];
    keys.forEach((key) => burst.hear(key));
    expect(burst.hear(press("Enter", 12))).toEqual(scanned("AB12"));
  });

  it("does not take keys with Ctrl or Alt", () => {
    const burst = createBurst(() => "system");
    "1048".split("").forEach((key, index) => burst.hear(press(key, index * 4, { command: true })));
    expect(burst.hear(press("Enter", 16))).toEqual({ kind: "other" });
  });
});

describe("the second Enter of a scanner", () => {
  it("is an echo within 100 ms, and a person's own Enter after", () => {
    const burst = createBurst(() => "system");
    [..."10482"].forEach((key, index) => burst.hear(press(key, index * 4)));
    expect(burst.hear(press("Enter", 20))).toEqual(scanned("10482"));
    expect(burst.hear(press("Enter", 24))).toEqual({ kind: "echo" });
    expect(burst.hear(press("Enter", 300))).toEqual({ kind: "other" });
  });

  it("never hides a scan that follows an Enter at once", () => {
    const burst = createBurst(() => "system");
    burst.hear(press("Enter", 0));
    [..."10482"].forEach((key, index) => burst.hear(press(key, 10 + index * 4)));
    expect(burst.hear(press("Enter", 30))).toEqual(scanned("10482"));
  });
});

describe("a US scanner on a Turkish layout", () => {
  it("gives i for the key that types ı, and . for the key that types ç", () => {
    const burst = createBurst(() => "system");
    const keys = [press("ı", 0, { code: "KeyI" }), press("1", 4), press("ç", 8, { code: "Period" }), press("2", 12)];
    keys.forEach((key) => burst.hear(key));
    expect(burst.hear(press("Enter", 16))).toEqual(scanned("i1.2"));
  });

  it("gives - for the key that types *, once the US layout is set", () => {
    const keys = [press("A", 0, { shift: true }), press("*", 4, { code: "Minus" }), press("1", 8), press("2", 12)];
    const code = (layout: ScannerLayout): Heard => {
      const burst = createBurst(() => layout);
      keys.forEach((key) => burst.hear(key));
      return burst.hear(press("Enter", 16));
    };
    expect(code("system")).toEqual(scanned("A*12"));
    expect(code("us")).toEqual(scanned("A-12"));
  });
});
