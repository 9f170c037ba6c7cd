import { describe, expect, it } from "vitest";
import { commandFor, type KeyPress, type Situation } from "../../../renderer/app/keys.ts";

const OFFERS: Situation = { view: "pack", step: "offers", aside: "none", focus: "offers", offers: 3, templates: 2, waiting: 0 };
const EMPTY: Situation = { ...OFFERS, step: "empty", focus: "scanEmpty", offers: 0 };

function key(name: string, part: Partial<KeyPress> = {}): KeyPress {
  const code = /^\d$/.test(name) ? `Digit${name}` : name;
  return { key: name, code, alt: false, ctrl: false, repeat: false, ...part };
}

describe("Enter", () => {
  it("buys while offers are shown", () => {
    expect(commandFor(key("Enter"), OFFERS)).toEqual({ do: "buy" });
  });

  it("buys nothing while it is held down", () => {
    expect(commandFor(key("Enter", { repeat: true }), OFFERS)).toBeNull();
  });

  it.each(["empty", "opening", "quoting", "buying", "bought", "closed"] as const)("buys nothing in the step %s", (step) => {
    expect(commandFor(key("Enter"), { ...OFFERS, step, focus: "nowhere" })).toBeNull();
  });

  it.each(["question", "pairing", "reprint", "keys", "import"] as const)("buys nothing while %s covers the offers", (aside) => {
    expect(commandFor(key("Enter"), { ...OFFERS, aside })).toBeNull();
  });

  it("sends what was typed into the scan field instead of buying", () => {
    expect(commandFor(key("Enter"), { ...OFFERS, focus: "scanText" })).toEqual({ do: "openTyped" });
  });

  it("belongs to the button or the field that has the focus", () => {
    expect([commandFor(key("Enter"), { ...OFFERS, focus: "button" }), commandFor(key("Enter"), { ...OFFERS, focus: "field" })]).toEqual([null, null]);
  });

  it("opens the marked one of the orders that wait, and the arrows move the mark", () => {
    const listed: Situation = { ...EMPTY, waiting: 2 };
    expect([commandFor(key("Enter"), listed), commandFor(key("ArrowDown"), listed), commandFor(key("ArrowUp"), listed)]).toEqual([
      { do: "openWaiting" },
      { do: "markWaiting", by: 1 },
      { do: "markWaiting", by: -1 },
    ]);
    expect([commandFor(key("Enter"), { ...listed, aside: "import" }), commandFor(key("ArrowDown"), { ...listed, step: "offers" })]).toEqual([null, null]);
  });

  it("goes on after a failure, and confirms an undo that was asked for", () => {
    expect(commandFor(key("Enter"), { ...OFFERS, step: "failed" })).toEqual({ do: "goOn" });
    expect(commandFor(key("Enter"), { ...OFFERS, aside: "undo" })).toEqual({ do: "confirmUndo" });
  });
});

describe("a web page that asks to use the station", () => {
  const asked: Situation = { ...OFFERS, aside: "pairing", focus: "nowhere" };

  it("is allowed with F9 alone: not with Enter, nor with the letters that answer a print", () => {
    expect(commandFor(key("F9"), asked)).toEqual({ do: "allow" });
    expect(["Enter", "y", "e"].map((name) => commandFor(key(name), asked)?.do)).toEqual([undefined, "type", "type"]);
    expect(commandFor(key("F9"), OFFERS)).toBeNull();
  });
});

describe("digits", () => {
  it("choose the offer of that number, and none beyond the last", () => {
    expect([commandFor(key("3"), OFFERS), commandFor(key("4"), OFFERS)]).toEqual([{ do: "choose", index: 2 }, null]);
  });

  it("are typed into a field that has the focus", () => {
    expect([commandFor(key("1"), { ...OFFERS, focus: "field" }), commandFor(key("1"), { ...OFFERS, focus: "scanText" })]).toEqual([null, null]);
  });

  it("start an order number when there are no offers", () => {
    expect(commandFor(key("1"), { ...EMPTY, focus: "nowhere" })).toEqual({ do: "type" });
  });

  it("choose a box with Alt while the size is typed, also with the field in focus", () => {
    const measuring: Situation = { ...OFFERS, step: "measuring", focus: "field" };
    expect(commandFor(key("2", { alt: true }), measuring)).toEqual({ do: "template", index: 1 });
    expect(commandFor(key("3", { alt: true }), measuring)).toBeNull();
  });
});

describe("the question whether a label came out", () => {
  const asked: Situation = { ...OFFERS, aside: "question", focus: "nowhere" };

  it.each([["y", true], ["E", true], ["n", false], ["h", false]] as const)("takes %s", (letter, printed) => {
    expect(commandFor(key(letter), asked)).toEqual({ do: "answer", printed });
  });

  it("takes no letter from a field that is being typed in", () => {
    expect(commandFor(key("y"), { ...asked, focus: "scanText" })).toBeNull();
  });
});

describe("other keys", () => {
  it("work with the focus in any field", () => {
    const field: Situation = { ...OFFERS, focus: "field" };
    const commands = ["F1", "F2", "F3", "F4", "F6", "F7", "F8", "Escape"].map((name) => commandFor(key(name), field)?.do);
    expect(commands).toEqual(["keys", "weigh", "size", "offers", "reprint", "import", "undo", "back"]);
  });

  it("confirm the undo when F8 is pressed a second time, not when it is held", () => {
    expect(commandFor(key("F8"), { ...OFFERS, aside: "undo" })).toEqual({ do: "confirmUndo" });
    expect(commandFor(key("F8", { repeat: true }), { ...OFFERS, aside: "undo" })).toBeNull();
  });

  it("leave other views alone, but for the way back and the keys", () => {
    const printers: Situation = { ...OFFERS, view: "printers" };
    expect([commandFor(key("F8"), printers), commandFor(key("1"), printers), commandFor(key("Enter"), printers)]).toEqual([null, null, null]);
    expect(commandFor(key("Escape"), printers)).toEqual({ do: "back" });
  });

  it("type into the scan field when letters come and no field has the focus", () => {
    expect([commandFor(key("a"), OFFERS), commandFor(key("a"), EMPTY)]).toEqual([{ do: "type" }, null]);
  });

  it("let Esc wipe a typed number before it goes back", () => {
    expect(commandFor(key("Escape"), { ...EMPTY, focus: "scanText" })).toBeNull();
  });

  it("are the browser's with Ctrl", () => {
    expect(commandFor(key("c", { ctrl: true }), OFFERS)).toBeNull();
  });
});
