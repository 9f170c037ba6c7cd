import { describe, expect, it } from "vitest";
import { nextStep } from "../../../../../renderer/features/pack/next-step.ts";
import {
  EMPTY,
  type PackEvent,
  type PackStep,
  type Parcel,
} from "../../../../../renderer/features/pack/pack-step.ts";
import { OffersTable } from "../../../../../renderer/features/pack/offers/OffersTable.tsx";
import { CHEAP, DEAR, offers, parcel, shipment } from "../../../fixtures.ts";
import { markupOf, textOf } from "../../../render.ts";

const rule = { id: "r", words: { en: "Fastest", tr: "En hızlı" } };
/** The order as the core opens it: a rule chooses the dear offer. */
const chosen = (
  choice: Partial<NonNullable<Parcel["choice"]>> = {},
  part: Partial<Parcel> = {},
): Parcel =>
  parcel({ choice: { offerID: "dear", rule, buysAtOnce: true, excluded: [], ...choice }, ...part });
const scan: PackEvent = { type: "scanned", code: "10482", isScan: true };
const after = (...events: readonly PackEvent[]): PackStep => events.reduce(nextStep, EMPTY);
const open = (opened: Parcel): PackEvent => ({ type: "opened", parcel: opened });
const AT_ONCE: PackEvent = { type: "buyAtOnce" };

const CHANGE: NonNullable<Parcel["change"]> = {
  id: "c",
  version: "CANCELLED",
  kind: "CANCELLED",
  stage: "WAITING",
  shipmentID: "s",
  shipmentNumber: 1,
  orderNumber: "10482",
  recipientName: "",
  fileName: "orders.csv",
  arrivedAt: "2026-11-21T09:00:00.000Z",
  differences: [],
};

describe("an order whose offer rules choose", () => {
  it("is not bought at once while nobody has decided about its change in a file", () => {
    const changed = after(scan, open(chosen({}, { change: CHANGE })), AT_ONCE);
    expect([changed.step, after(scan, open(chosen()), AT_ONCE).step]).toEqual(["offers", "buying"]);
  });

  it("has the offer of the rule chosen when it opens", () => {
    expect(after(scan, open(chosen()))).toMatchObject({ step: "offers", offerID: "dear" });
  });

  it("has no offer chosen while rules exclude all, and the packer's choice is bought", () => {
    const excluded = [CHEAP, DEAR].map(({ id }) => ({ offerID: id, rule }));
    const opened = after(
      scan,
      open(chosen({ offerID: null, rule: null, buysAtOnce: false, excluded })),
    );
    expect([
      opened,
      nextStep(nextStep(opened, { type: "chose", offerID: "cheap" }), { type: "buy" }),
    ]).toMatchObject([
      { step: "offers", offerID: null },
      { step: "buying", offer: { id: "cheap" } },
    ]);
  });

  it("gets the rule's new choice after a change, unless the packer had chosen", () => {
    const heavier = chosen({ offerID: "cheap" });
    const measured: PackEvent[] = [
      { type: "measure", measure: "weight" },
      { type: "measured", measures: {} as never },
      open(heavier),
    ];
    expect([
      after(scan, open(chosen()), ...measured),
      after(
        scan,
        open(chosen({ offerID: "cheap" })),
        { type: "chose", offerID: "dear" },
        ...measured,
      ),
    ]).toMatchObject([{ offerID: "cheap", lost: null }, { offerID: "dear" }]);
  });
});

it("the table of offers says which offer a rule excludes", () => {
  const excluded = [{ offerID: "cheap", rule }];
  const table = textOf(
    markupOf(
      OffersTable,
      { parcel: chosen({ excluded }), offerID: "dear", fixed: false },
      { sortedBy: "price", isDescending: false },
    ),
  );
  expect(table.match(/excluded by a rule: Fastest/g)).toHaveLength(1);
});

describe("a rule that buys at once", () => {
  it("buys the order that a scan opened, and says so to the core", () => {
    expect(after(scan, open(chosen()), AT_ONCE)).toMatchObject({
      step: "buying",
      offer: { id: "dear" },
      isAtOnce: true,
    });
  });

  it("still buys after the last item is scanned, after later offers, and after the missing weight is entered", () => {
    const measured: PackEvent[] = [{ type: "measured", measures: {} as never }, open(chosen())];
    const loading = shipment({ offers: { ...offers([], DEAR), percentageCompleted: 50 } });
    const weightless = chosen(
      { buysAtOnce: false },
      { shipment: shipment({ weight: "0", offers: offers([], CHEAP) }) },
    );
    expect(
      [
        after(
          scan,
          open(chosen()),
          { type: "ticked", shipmentID: "shipment-1", ticks: [] },
          AT_ONCE,
        ),
        after(
          scan,
          open(chosen({ buysAtOnce: false }, { shipment: loading })),
          { type: "refreshed", parcel: chosen() },
          AT_ONCE,
        ),
        after(scan, open(weightless), ...measured, AT_ONCE),
      ].map(({ step }) => step),
    ).toEqual(["buying", "buying", "buying"]);
  });

  it.each<[string, PackEvent[]]>([
    [
      "an order that a typed code or a key opened",
      [{ type: "scanned", code: "10482" }, open(chosen())],
    ],
    [
      "an order whose offer the packer has chosen, also if it is the rule's",
      [scan, open(chosen()), { type: "chose", offerID: "dear" }],
    ],
    ["an order on hold", [scan, open(chosen({}, { holdReason: "OTHER" }))]],
    [
      "an order that is released from its hold after the scan",
      [scan, open(chosen({}, { holdReason: "OTHER" })), { type: "refreshed", parcel: chosen() }],
    ],
    ["an order that the core does not buy at once", [scan, open(chosen({ buysAtOnce: false }))]],
    [
      "an order that rules buy at once only after a change of the rules",
      [scan, open(chosen({ buysAtOnce: false })), { type: "refreshed", parcel: chosen() }],
    ],
    ["an order that was left to a person once", [scan, open(chosen()), { type: "confirmFirst" }]],
    [
      "an order whose purchase has failed",
      [
        scan,
        open(chosen()),
        AT_ONCE,
        { type: "failed", during: "buying", failure: { code: "E1066", message: "" } },
        { type: "goOn" },
      ],
    ],
    [
      "a cancelled order that is packed again",
      [
        scan,
        open(chosen({}, { shipment: shipment({ statusCode: "CANCELED" }) })),
        { type: "again" },
        { type: "copied", of: "shipment-1", parcel: chosen() },
      ],
    ],
    [
      "an order after Esc from measuring",
      [scan, open(chosen()), { type: "measure", measure: "weight" }, { type: "back" }],
    ],
  ])("does not buy %s", (_, events) => {
    const before = after(...events);
    expect([before.step, nextStep(before, AT_ONCE)]).toEqual(["offers", before]);
  });
});
