import { describe, expect, it } from "vitest";
import { commandFor as viewCommandFor, keyTableOf } from "../../../renderer/app/keys.ts";
import { keyTableIn } from "../../../renderer/app/parts.ts";
import type { PressedKey } from "../../../renderer/lib/pressed-key.ts";
import { ASKED, nameOf, OFFERS, windowCommandFor as commandFor, type Now } from "../window-keys.ts";

const EMPTY: Now = { ...OFFERS, step: "empty", focus: "scanEmpty", offers: 0 };

const TYPE = { do: "type", before: "" };

function key(name: string, part: Partial<PressedKey> = {}): PressedKey {
  const code = /^\d$/.test(name) ? `Digit${name}` : name;
  return { key: name, code, alt: false, ctrl: false, repeat: false, ...part };
}

describe("Enter", () => {
  it("Enter buys while offers are shown", () => {
    expect(commandFor(key("Enter"), OFFERS)).toEqual({ do: "buy" });
  });

  it("Enter buys nothing while it is held down", () => {
    expect(commandFor(key("Enter", { repeat: true }), OFFERS)).toBeNull();
  });

  it.each(["empty", "opening", "quoting", "buying", "bought", "closed"] as const)(
    "Enter buys nothing in the step %s",
    (step) => {
      expect(commandFor(key("Enter"), { ...OFFERS, step, focus: "nowhere" })).toBeNull();
    },
  );

  it.each([true, false])(
    "Enter buys nothing while something covers the offers (a question: %s)",
    (isAsked) => {
      expect(commandFor(key("Enter"), { ...OFFERS, isCovered: true, isAsked })).toBeNull();
    },
  );

  it("Enter opens the text in the scan field instead of buying", () => {
    expect(commandFor(key("Enter"), { ...OFFERS, focus: "scanText" })).toEqual({ do: "openTyped" });
  });

  it("Enter opens the text in the scan field wherever the focus is, except in another field", () => {
    const foci = ["nowhere", "offers", "button", "scanEmpty", "field"] as const;
    expect(
      foci.map((focus) => commandFor(key("Enter"), { ...OFFERS, typed: true, focus })?.do),
    ).toEqual(["openTyped", "openTyped", "openTyped", "openTyped", undefined]);
  });

  it("Enter is left to the button or field that has the focus", () => {
    expect([
      commandFor(key("Enter"), { ...OFFERS, focus: "button" }),
      commandFor(key("Enter"), { ...OFFERS, focus: "field" }),
    ]).toEqual([null, null]);
  });

  it("Enter opens the marked waiting order, and the arrows move the mark", () => {
    const listed: Now = { ...EMPTY, waiting: 2 };
    expect([
      commandFor(key("Enter"), listed),
      commandFor(key("ArrowDown"), listed),
      commandFor(key("ArrowUp"), listed),
    ]).toEqual([
      { do: "openWaiting" },
      { do: "markWaiting", by: 1 },
      { do: "markWaiting", by: -1 },
    ]);
    expect([
      commandFor(key("Enter"), { ...listed, isCovered: true }),
      commandFor(key("ArrowDown"), { ...listed, step: "offers" }),
    ]).toEqual([null, null]);
  });

  it("Enter packs a cancelled order again, unless something covers the order", () => {
    const cancelled: Now = {
      ...OFFERS,
      step: "closed",
      again: true,
      focus: "scanEmpty",
      offers: 0,
    };
    expect([
      commandFor(key("Enter"), cancelled),
      commandFor(key("Enter"), { ...cancelled, ...ASKED }),
      commandFor(key("Enter", { repeat: true }), cancelled),
    ]).toEqual([{ do: "again" }, null, null]);
  });

  it("Enter closes the order of a refused label, once the refusal could be read, and does not open the next order", () => {
    const refused: Now = { ...OFFERS, step: "bought", refused: true, focus: "nowhere", waiting: 1 };
    expect([
      commandFor(key("Enter"), refused),
      commandFor(key("Enter"), { ...refused, step: "closed", waiting: 0 }),
      commandFor(key("Enter"), { ...refused, settled: false }),
    ]).toEqual([{ do: "putAside" }, { do: "putAside" }, { do: "refuse" }]);
  });

  it("Enter retries a purchase that the printer blocked, once the panel could be read, and F5 buys with a waiting label", () => {
    const blocked: Now = { ...OFFERS, step: "failed", blocked: true, focus: "nowhere" };
    expect([
      commandFor(key("Enter"), blocked),
      commandFor(key("Enter"), { ...blocked, settled: false }),
      commandFor(key("F5"), blocked),
    ]).toEqual([{ do: "buy" }, { do: "refuse" }, { do: "run", command: "buyAnyway" }]);
  });

  it("only a digit of the list answers why a label is printed again: other digits are refused, Enter does nothing, and other characters are typed", () => {
    const asked: Now = { ...OFFERS, step: "closed", isCovered: true, reasons: 5, focus: "nowhere" };
    expect([
      commandFor(key("5"), asked),
      commandFor(key("5"), { ...asked, settled: false }),
      commandFor(key("6"), asked),
      commandFor(key("0"), asked),
      commandFor(key("a"), asked),
      commandFor(key("Enter"), asked),
    ]).toEqual([
      { do: "reason", index: 4 },
      { do: "refuse" },
      { do: "refuse" },
      { do: "refuse" },
      { do: "type", before: "" },
      null,
    ]);
  });

  it("Enter continues after a failure, and answers no question", () => {
    expect(commandFor(key("Enter"), { ...OFFERS, step: "failed" })).toEqual({ do: "goOn" });
    expect(commandFor(key("Enter"), { ...OFFERS, ...ASKED })).toBeNull();
  });
});

describe("an open question", () => {
  it("F10 answers yes and F12 no from any field, but a held key does not answer", () => {
    for (const focus of ["nowhere", "scanText", "field", "button", "offers"] as const) {
      const asked: Now = { ...OFFERS, ...ASKED, focus };
      expect(commandFor(key("F10"), asked)).toEqual({ do: "answer", yes: true });
      expect(commandFor(key("F12"), asked)).toEqual({ do: "answer", yes: false });
      expect(commandFor(key("F10", { repeat: true }), asked)).toEqual({ do: "nothing" });
    }
  });

  it("a letter does not answer, and is typed", () => {
    const commands = [..."yYnNeEhH1"].map((name) =>
      commandFor(key(name), { ...OFFERS, ...ASKED, focus: "nowhere" }),
    );
    expect(new Set(commands.map((command) => JSON.stringify(command)))).toEqual(
      new Set([JSON.stringify({ do: "type", before: "" })]),
    );
  });

  it("F10 and F12 answer in any view that shows the question", () => {
    const asked = { ...OFFERS, ...ASKED, isHome: false };
    expect([commandFor(key("F10"), asked), commandFor(key("F12"), asked)]).toEqual([
      { do: "answer", yes: true },
      { do: "answer", yes: false },
    ]);
  });

  it("Esc puts the question off, and F10 and F12 do nothing without a question, in any view", () => {
    expect(commandFor(key("Escape"), { ...OFFERS, ...ASKED })).toEqual({ do: "back" });
    const idle = [OFFERS, { ...OFFERS, isHome: false }];
    expect(
      idle.flatMap((now) => [commandFor(key("F10"), now), commandFor(key("F12"), now)]),
    ).toEqual(Array.from({ length: 4 }, () => ({ do: "nothing" })));
  });
});

describe("digits", () => {
  it("a digit chooses the offer with that number, and any other digit is typed", () => {
    expect([
      commandFor(key("3"), OFFERS),
      commandFor(key("4"), OFFERS),
      commandFor(key("0"), OFFERS),
    ]).toEqual([{ do: "choose", index: 2 }, TYPE, TYPE]);
  });

  it("a digit and any character that follows within a second form one text", () => {
    const now: Now = { ...OFFERS, digit: "2" };
    expect(["3", "0", "9", "-", "a", " "].map((name) => commandFor(key(name), now))).toEqual(
      Array.from({ length: 6 }, () => ({ do: "type", before: "2" })),
    );
  });

  it("a held digit chooses once", () => {
    const held = { repeat: true };
    expect([
      commandFor(key("2", held), { ...OFFERS, digit: "2" }),
      commandFor(key("2", held), OFFERS),
    ]).toEqual([{ do: "nothing" }, { do: "nothing" }]);
  });

  it("digits are typed into a field that has the focus", () => {
    expect([
      commandFor(key("1"), { ...OFFERS, focus: "field" }),
      commandFor(key("1"), { ...OFFERS, focus: "scanText" }),
    ]).toEqual([null, null]);
  });

  it("digits start an order number when there are no offers", () => {
    expect(commandFor(key("1"), { ...EMPTY, focus: "nowhere" })).toEqual(TYPE);
  });

  it("Alt with a digit chooses a box while the size is typed, although its field has the focus", () => {
    const measuring: Now = { ...OFFERS, step: "measuring", focus: "field" };
    expect(commandFor(key("2", { alt: true }), measuring)).toEqual({ do: "template", index: 1 });
    expect(commandFor(key("3", { alt: true }), measuring)).toBeNull();
  });
});

describe("other keys", () => {
  it("Alt+H opens the guides from everywhere by key position, and not again while held", () => {
    const place = { alt: true, code: "KeyH" };
    for (const now of [
      OFFERS,
      { ...OFFERS, focus: "field" as const },
      { ...OFFERS, isHome: false },
      { ...OFFERS, ...ASKED },
    ])
      expect(commandFor(key("h", place), now)).toEqual({ do: "help" });
    expect(commandFor(key("h", { ...place, repeat: true }), OFFERS)).toEqual({ do: "nothing" });
    expect(
      commandFor(key("h", { ...place, alt: false }), { ...OFFERS, focus: "field" }),
    ).toBeNull();
  });

  it("function keys and Esc work with the focus in any field", () => {
    const field: Now = { ...OFFERS, focus: "field" };
    const commands = ["F1", "F2", "F3", "F4", "F6", "F7", "F8", "Escape"].map((name) =>
      nameOf(commandFor(key(name), field)),
    );
    expect(commands).toEqual([
      "keys",
      "weigh",
      "size",
      "offers",
      "reprint",
      "import",
      "undo",
      "back",
    ]);
  });

  it("F8 and F6 are refused while a question is open, and a held F8 does nothing", () => {
    for (const name of ["F8", "F6"]) {
      expect(commandFor(key(name), { ...OFFERS, ...ASKED })).toEqual({ do: "refuse" });
    }
    expect(commandFor(key("F8", { repeat: true }), { ...OFFERS, ...ASKED })).toBeNull();
  });

  it("keys that buy, pack again, print or answer are refused on a screen that has just appeared, and other keys work at once", () => {
    const early: Now = { ...OFFERS, settled: false };
    const commands = [
      commandFor(key("Enter"), early),
      commandFor(key("Enter"), { ...early, step: "closed", again: true }),
      commandFor(key("F6"), early),
      commandFor(key("F10"), { ...early, ...ASKED }),
      commandFor(key("F12"), { ...early, ...ASKED }),
    ];
    expect(commands).toEqual(Array.from({ length: 5 }, () => ({ do: "refuse" })));
    expect(["2", "F2", "F8", "Escape"].map((name) => nameOf(commandFor(key(name), early)))).toEqual(
      ["choose", "weigh", "undo", "back"],
    );
  });

  it("keys of Pack do nothing in other views, and Esc goes back", () => {
    const printers: Now = { ...OFFERS, isHome: false };
    expect([
      commandFor(key("F8"), printers),
      commandFor(key("1"), printers),
      commandFor(key("Enter"), printers),
    ]).toEqual([null, null, null]);
    expect(commandFor(key("Escape"), printers)).toEqual({ do: "back" });
  });

  it("letters are typed into the scan field when no field has the focus", () => {
    expect([commandFor(key("a"), OFFERS), commandFor(key("a"), EMPTY)]).toEqual([TYPE, null]);
  });

  it("Esc does not go back while the scan field has text, so that the field can clear the text", () => {
    expect(commandFor(key("Escape"), { ...EMPTY, focus: "scanText" })).toBeNull();
  });

  it("Ctrl+N opens a new order from every view and field by the letter or by key position, over the palette too, and a held key does nothing more", () => {
    const table = keyTableIn("addresses");
    const opens = { do: "run", command: "open.newOrder" };
    const press = (pressed: PressedKey, now = {}) =>
      viewCommandFor(pressed, { ...OFFERS, isHome: false, ...now }, table, () => null);
    expect([
      press(key("n", { ctrl: true })),
      press(key("N", { ctrl: true }), { focus: "field" }),
      press(key("т", { ctrl: true, code: "KeyN" })),
      press(key("n", { ctrl: true }), { isPaletteOpen: true }),
      press(key("n", { ctrl: true, repeat: true })),
      press(key("n"), { isPaletteOpen: true }),
      press(key("n", { ctrl: true, alt: true })),
    ]).toEqual([opens, opens, opens, opens, { do: "nothing" }, null, null]);
    expect(keyTableIn("pack").get("Ctrl+N")?.name).toBe("open.newOrder");
  });

  it("Ctrl+L locks the desk, over the palette too", () => {
    const press = (now = {}) => commandFor(key("l", { ctrl: true }), { ...OFFERS, ...now });
    expect([press(), press({ isPaletteOpen: true })]).toEqual([{ do: "lock" }, { do: "lock" }]);
  });

  it("a key with Ctrl keeps the browser's meaning", () => {
    expect(commandFor(key("c", { ctrl: true }), OFFERS)).toBeNull();
  });
});

describe("the table of keys", () => {
  const command = (name: string, keyName: string) => ({ name, key: keyName, run: () => undefined });

  it("a table with the same key twice, or with a key of the window, is refused", () => {
    expect(() => keyTableOf([command("weigh", "F2"), command("count", "F2")])).toThrow(
      "count and weigh have the same key, F2.",
    );
    expect(() => keyTableOf([command("allow", "F10")])).toThrow(
      "allow has the key F10, which belongs to the window.",
    );
  });
});

describe("a key with a condition", () => {
  it("a key runs its command only while its condition holds, and otherwise keeps its default behaviour", () => {
    const inView = (isOpen: boolean) =>
      viewCommandFor(
        key("3"),
        { ...OFFERS, isHome: false, focus: "nowhere" },
        keyTableOf([{ name: "reason", key: "3", run: () => undefined, isOpen: () => isOpen }]),
        () => null,
      );
    expect([inView(true), inView(false)]).toEqual([{ do: "run", command: "reason" }, null]);
  });
});
