import { beforeAll, expect, it } from "vitest";
import { BulkBar } from "../../../../renderer/features/shipments/BulkBar.tsx";
import type { Bulk, BulkFailure } from "../../../../renderer/features/shipments/run-bulk.ts";
import { useShipments } from "../../../../renderer/features/shipments/use-shipments.ts";
import { showLanguage, showLaterWords } from "../../../../renderer/i18n/i18n.ts";
import { markupOf, textOf } from "../../render.ts";

beforeAll(async () => {
  await showLanguage("en");
  await showLaterWords();
});

const failure: BulkFailure = { id: "s", name: "", failure: { code: "E2000", message: "" } };

/**
 * Shows the end of a command on 50 shipments.
 *
 * @returns How many failed: in the text, and as the list's accessible name.
 */
function failedCounts(part: Partial<Extract<Bulk, { step: "ended" }>>): unknown {
  const bulk = { step: "ended", total: 50, done: 0, paid: "0.00", isStopped: false, ...part };
  const state = {
    desk: { step: "opening" },
    selectedShipments: new Map(),
    bulk,
    shipmentText: "",
    shipmentPlaces: null,
  };
  useShipments.bind({
    getState: () => state,
    getInitialState: () => state,
    subscribe: () => () => undefined,
  } as never);
  const markup = markupOf(BulkBar, {});
  return [
    /\d+ could not be done:/.exec(textOf(markup))?.[0],
    /<ul[^>]*aria-label="([^"]*)"/.exec(markup)?.[1],
  ];
}

it("a screen reader gets the same number of failed shipments as the screen shows", () => {
  expect([
    failedCounts({ act: "print", failures: [failure] }),
    failedCounts({ act: "cancel", done: 48, failures: [failure, { ...failure, id: "s2" }] }),
  ]).toEqual([
    ["50 could not be done:", "50 could not be done:"],
    ["2 could not be done:", "2 could not be done:"],
  ]);
});
