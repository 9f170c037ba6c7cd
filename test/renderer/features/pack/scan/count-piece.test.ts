import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Item } from "../../../../../core/shipping/shipments/shipments.schema.ts";
import { NoticeBar } from "../../../../../renderer/features/pack/NoticeBar.tsx";
import { countPiece } from "../../../../../renderer/features/pack/scan/item-commands.ts";
import {
  createPackSlices,
  usePack,
  type PackState,
} from "../../../../../renderer/features/pack/use-pack.ts";
import { showLanguage } from "../../../../../renderer/i18n/i18n.ts";
import { useShared } from "../../../../../renderer/store/shared.ts";
import { parcel, shipment } from "../../../fixtures.ts";
import { markupOf, textOf } from "../../../render.ts";

const item = (id: string, quantity: number, ean = ""): Item =>
  ({ id, title: id, variantTitle: "", quantity, sku: "", ean }) as Item;

/**
 * Counts a piece of the first item of an open order, at a station that answers that `scanned`
 * pieces are scanned.
 *
 * @returns The words of the notice.
 */
async function wordsAfter(scanned: number, items: readonly Item[]): Promise<string> {
  const [first] = items as readonly [Item];
  const ticks = [{ itemID: first.id, scanned }];
  vi.stubGlobal("window", {
    bridge: {
      invoke: async () => ({
        ok: true,
        value: { status: 200, body: { result: true, data: { ticks } } },
      }),
    },
  });
  const open = parcel({ shipment: shipment({ items: [...items] }) });
  const store = createStore<PackState>()(
    (set, get, api) =>
      ({
        ...createPackSlices(set, get, api),
        settings: { sound: false, loudness: 0 },
        printJobs: [],
        pack: { step: "offers", parcel: open, offerID: null, lost: null },
      }) as unknown as PackState,
  );
  usePack.bind(store);
  useShared.bind(store);
  countPiece(first);
  await vi.waitUntil(() => store.getState().placedNotice !== null);
  const { pack, placedNotice } = store.getState();
  return textOf(markupOf(NoticeBar, {}, { pack, placedNotice }));
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await showLanguage("en");
});

it("the last scan says that all pieces are scanned, or only the pieces with a code if other pieces have none", async () => {
  const mug = item("Mug", 2, "8690000000012");
  expect([
    await wordsAfter(1, [mug, item("Cable", 3)]),
    await wordsAfter(2, [mug]),
    await wordsAfter(2, [mug, item("Cable", 3)]),
  ]).toEqual([
    "Mug: 1 of 2.",
    "Mug: 2 of 2. All 2 pieces are scanned.",
    "Mug: 2 of 2. All 2 pieces with a code are scanned.",
  ]);
  await showLanguage("tr");
  expect(await wordsAfter(2, [mug, item("Cable", 3)])).toBe(
    "Mug: 2 / 2. Kodu olan 2 adedin hepsi okutuldu.",
  );
});
