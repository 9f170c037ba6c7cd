import { describe, expect, it, vi } from "vitest";
import { NUMBERED_VIEWS, PARTS, VIEWS } from "../../../renderer/app/parts.ts";
import { matching, paletteEntries } from "../../../renderer/app/palette/palette-entries.ts";
import type { View } from "../../../renderer/store/feature.ts";
import { i18n } from "../../../renderer/i18n/i18n.ts";
import "../both-languages.ts";
import { OFFERS, windowCommandFor } from "../window-keys.ts";

const pressed = (key: string, part = {}) => ({
  key,
  code: /^\d$/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`,
  alt: false,
  ctrl: true,
  repeat: false,
  ...part,
});
const namesIn = (view: string, typed: string, lng = "en") => {
  const entries = paletteEntries(PARTS, { view, showView: () => {} });
  return matching(entries, typed, ({ words }) => i18n.t(words, { lng })).map(({ id }) => id);
};

describe("the palette", () => {
  it("Ctrl+K opens the palette on every keyboard layout, and the palette then gets every key but Esc", () => {
    const open = { ...OFFERS, isPaletteOpen: true };
    expect(
      [
        pressed("k"),
        pressed("л", { code: "KeyK" }),
        pressed("k", { ctrl: false }),
        pressed("t", { code: "KeyK" }),
      ].map((key) => windowCommandFor(key, OFFERS)?.do),
    ).toEqual(["palette", "palette", "type", undefined]);
    expect(
      ["Enter", "F6", "F1", "Escape"].map(
        (key) => windowCommandFor({ ...pressed(key), ctrl: false }, open)?.do,
      ),
    ).toEqual([undefined, undefined, undefined, "palette"]);
  });

  it("the palette lists every view, the first nine of the rail with the digit that opens them, and views with their own key with that key", () => {
    const views = paletteEntries(PARTS, { view: "pack", showView: () => {} }).filter(({ id }) =>
      id.startsWith("view."),
    );
    expect(views.map(({ id, keyName }) => [id, keyName])).toEqual(
      VIEWS.map(({ name, opener }: View) => {
        const at = NUMBERED_VIEWS.findIndex((view) => view.name === name);
        return [`view.${name}`, opener?.key ?? (at >= 0 && at < 9 ? `Ctrl+${at + 1}` : undefined)];
      }),
    );
    expect(views.find(({ id }) => id === "view.newOrder")?.keyName).toBe("Ctrl+N");
    expect(views[0]?.id).toBe("view.pack");
    expect([
      windowCommandFor(pressed("2"), OFFERS),
      windowCommandFor(pressed("0"), OFFERS),
    ]).toEqual([{ do: "view", at: 1 }, null]);
  });

  it("a search finds any part of the words in any spelling, and lists matches at the start of a word first", () => {
    expect(namesIn("pack", "YAZICI", "tr")[0]).toBe("view.printers");
    expect(namesIn("pack", "agirlik", "tr")).toEqual(["command.weigh"]);
    expect(namesIn("pack", "label")[0]).toBe("command.reprint");
    expect(namesIn("pack", "order file")).toEqual(["command.import", "command.orderChanges"]);
    expect(namesIn("pack", "no such thing")).toEqual([]);
  });

  it.each([
    ["en", "telephone order"],
    ["en", "replacement"],
    ["tr", "yeni sip"],
    ["tr", "elle sipariş"],
    ["tr", "telefon"],
  ])("the new order is found by the usual words for it, in %s by “%s”", (lng, typed) => {
    const found = matching(
      paletteEntries(PARTS, { view: "pack", showView: () => {} }),
      typed,
      ({ words, alsoFoundBy }) =>
        `${i18n.t(words, { lng })} ${alsoFoundBy === undefined ? "" : i18n.t(alsoFoundBy, { lng })}`,
    );
    expect(found[0]?.id).toBe("view.newOrder");
  });

  it("Pack is opened before one of its commands runs", () => {
    const steps: string[] = [];
    const weigh = { name: "weigh", key: "F2", run: () => void steps.push("weigh") };
    const [entry] = paletteEntries(
      [
        {
          commands: [weigh],
          bind: () => {},
          keyLines: [{ rank: 1, key: "F2", words: "keys.weigh" }],
        },
      ],
      { view: "batches", showView: (view) => void steps.push(view) },
    );
    entry?.run();
    expect(steps).toEqual(["pack", "weigh"]);
  });

  it("a view's commands are listed only while the view is open, Pack's commands always, and a view's entry opens that view", () => {
    const shown = vi.fn();
    const entries = paletteEntries(PARTS, { view: "batches", showView: shown });
    expect(entries.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["command.batchNew", "command.weigh"]),
    );
    entries.find(({ id }) => id === "view.tracking")?.run();
    expect(shown).toHaveBeenCalledWith("tracking");
    expect(namesIn("pack", "new batch")).toEqual([]);
  });
});
