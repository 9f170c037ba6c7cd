import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { continued, type LoneDigit } from "../../../renderer/lib/lone-digit.ts";
import type { Focus } from "../../../renderer/lib/pressed-key.ts";
import { OFFERS, windowCommandFor } from "../window-keys.ts";

type Typed = { readonly key: string; readonly gapMs: number };
/** Typed text, index of the chosen offer, index of the bought offer, and the opened text. */
type Screen = {
  readonly text: string;
  readonly offer: number;
  readonly bought: number | null;
  readonly opened: string | null;
};

/** Applies the key map's commands as the window does, without a window. */
function typeAll(keys: readonly Typed[], offer = 0): Screen {
  let screen: Screen = { text: "", offer, bought: null, opened: null };
  let digit: LoneDigit | null = null;
  let focus: Focus = "offers";
  let at = 0;
  for (const { key, gapMs } of keys) {
    at += gapMs;
    digit = continued(digit, at);
    const command = windowCommandFor(
      { key, code: key, alt: false, ctrl: false, repeat: false },
      { ...OFFERS, offers: 4, focus, digit: digit?.text ?? null, typed: screen.text !== "" },
    );
    switch (command?.do) {
      case "choose":
        digit = { text: key, at, shipmentID: "", offerBefore: String(screen.offer) };
        screen = { ...screen, offer: command.index };
        continue;
      case "type":
        screen = {
          ...screen,
          text: screen.text + command.before + key,
          offer: digit === null ? screen.offer : Number(digit.offerBefore),
        };
        focus = "scanText";
        break;
      case "buy":
        screen = { ...screen, bought: screen.offer };
        break;
      case "openTyped":
        screen = { ...screen, opened: screen.text };
        break;
      default:
        if (focus === "scanText") screen = { ...screen, text: screen.text + key };
    }
    digit = null;
  }
  return screen;
}

const character = fc.constantFrom(..."0123456789-ANş");
const atHand = (gap: fc.Arbitrary<number>) =>
  fc.array(fc.record({ key: character, gapMs: gap }), { minLength: 2, maxLength: 12 });
const ENTER: Typed = { key: "Enter", gapMs: 300 };

describe("typing while offers are open", () => {
  it("typing with at most a second between keys loses no character, changes no choice and buys nothing", () => {
    fc.assert(
      fc.property(
        atHand(fc.integer({ min: 40, max: 1_000 })),
        fc.integer({ min: 0, max: 3 }),
        (keys, offer) => {
          const text = keys.map(({ key }) => key).join("");
          expect(typeAll([...keys, ENTER], offer)).toEqual({
            text,
            offer,
            bought: null,
            opened: text,
          });
        },
      ),
    );
  });

  it("typing at any speed loses no character when the first key is not the digit of an offer", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("0", "5", "9", "A", "-"),
        atHand(fc.integer({ min: 40, max: 60_000 })),
        (first, keys) => {
          const text = first + keys.map(({ key }) => key).join("");
          expect(typeAll([{ key: first, gapMs: 0 }, ...keys, ENTER])).toEqual({
            text,
            offer: 0,
            bought: null,
            opened: text,
          });
        },
      ),
    );
  });

  it("one digit chooses an offer, and the next Enter buys it, however soon", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 40, max: 5_000 }),
        (digit, gapMs) => {
          expect(
            typeAll([
              { key: String(digit), gapMs: 0 },
              { key: "Enter", gapMs },
            ]),
          ).toEqual({ text: "", offer: digit - 1, bought: digit - 1, opened: null });
        },
      ),
    );
  });

  it("digits more than a second apart are choices, and the last one counts", () => {
    expect(typeAll([{ key: "2", gapMs: 0 }, { key: "3", gapMs: 1_001 }, ENTER])).toMatchObject({
      offer: 2,
      bought: 2,
      text: "",
    });
  });
});
