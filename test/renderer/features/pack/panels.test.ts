import { describe, expect, it } from "vitest";
import { BuyBar } from "../../../../renderer/features/pack/offers/BuyBar.tsx";
import type { SyncStatus } from "../../../../core/sync/sync.schema.ts";
import type { PrintRequest } from "../../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { DonePanel } from "../../../../renderer/features/pack/prints/DonePanel.tsx";
import { BlockedPanel } from "../../../../renderer/features/pack/prints/BlockedPanel.tsx";
import { LastResult } from "../../../../renderer/features/pack/prints/LastResult.tsx";
import { OfferList } from "../../../../renderer/features/pack/offers/OfferList.tsx";
import type { PackStep } from "../../../../renderer/features/pack/pack-step.ts";
import { CHEAP, offer, offers, parcel, printJob, shipment, transaction } from "../../fixtures.ts";
import { FACTS, markupOf, textOf } from "../../render.ts";

const OFFERS: Extract<PackStep, { step: "offers" }> = {
  step: "offers",
  parcel: parcel(),
  offerID: "cheap",
  lost: null,
};
const desk = (part: Partial<typeof FACTS>) =>
  ({ desk: { step: "ready", facts: { ...FACTS, ...part } } }) as const;
const buyButton = (markup: string): string =>
  /<button[^>]*data-testid="buy-button".*?<\/button>/s.exec(markup)?.[0] ?? "";

describe("the button that buys", () => {
  it("the button names the service and the price, and says that it prints", () => {
    const button = buyButton(markupOf(BuyBar, { pack: OFFERS }, { pack: OFFERS }));
    expect(textOf(button)).toBe("Enter Buy and print Aras Standart 118.40 TL");
    expect(button).not.toContain("disabled");
  });

  it("the button is inactive when the balance is too small, and the line above it shows the missing amount and where to add money", () => {
    const markup = markupOf(
      BuyBar,
      { pack: OFFERS },
      { pack: OFFERS, ...desk({ available: "100.00" }) },
    );
    expect(buyButton(markup)).toMatch(/disabled=""/);
    expect(textOf(markup)).toContain("18.40 TL");
    expect(textOf(markup)).toContain("Top up the balance");
  });

  it("the button says that the label prints later while the printer cannot be reached, and the line above it names a switched-off printer", () => {
    const at = (state: string) =>
      textOf(
        markupOf(
          BuyBar,
          { pack: OFFERS },
          {
            pack: OFFERS,
            ...desk({ labelPrinter: { id: "p", name: "Zebra", state, message: "" } }),
          },
        ),
      );
    expect(at("unreachable")).toMatch(/Enter Buy, print later/);
    expect(at("paper out")).toMatch(/Enter Buy and print/);
    expect(at("printer off")).toContain("Zebra: switched off. Fix this first");
  });

  it("the button is inactive while the scan field has text, and shows no price", () => {
    const button = buyButton(markupOf(BuyBar, { pack: OFFERS }, { pack: OFFERS, typed: "10483" }));
    expect(button).toMatch(/disabled=""/);
    expect(textOf(button)).not.toContain("118.40");
  });
});

describe("a purchase blocked by the printer", () => {
  const pack = {
    step: "failed",
    during: "buying",
    failure: { code: "E2063", message: "" },
    code: "10482",
    parcel: parcel(),
    offerID: "cheap",
    from: null,
  } as const;
  const gate = (state: string) =>
    textOf(
      markupOf(
        BlockedPanel,
        { pack },
        {
          pack,
          queue: [],
          ...desk({ labelPrinter: { id: "p", name: "Zebra", state, message: "x" } }),
        },
      ),
    );

  it("the panel shows the cause, that nothing was bought, and the next steps with their keys and the price", () => {
    expect(gate("paper out")).toContain("Zebra is out of labels. Load a new roll.");
    expect(gate("paper out")).toContain("Nothing was bought");
    expect(gate("paper out")).toMatch(/Enter Try again 118\.40 TL F5 Buy, print later/);
  });

  it("the panel names the printer that is switched off, and where it is switched on", () => {
    expect(gate("printer off")).toContain(
      "Zebra is switched off. Switch it on under Printers, or let another printer print labels.",
    );
    expect(gate("printer off")).not.toContain("E2063");
  });

  it("the panel says when the printer is ready, and what its state may be while the state is unknown", () => {
    expect(gate("ready")).toContain("Zebra is ready now.");
    expect(gate("ready")).not.toContain("E2063");
    expect(gate("unknown")).toContain("out of labels or ribbon");
  });
});

describe("the list of offers", () => {
  const madeUp = { ...CHEAP, isSample: true as const, isProviderAccountOffer: true };
  const SAMPLES = parcel({ shipment: shipment({ offers: offers([madeUp], madeUp) }) });
  const list = (facts: Partial<typeof FACTS> = {}, of = parcel()) =>
    markupOf(OfferList, { parcel: of, offerID: "cheap", fixed: false, lost: null }, desk(facts));

  it("the list shows the cheapest offer first as digit 1, and checks the chosen offer", () => {
    const rows = [...list().matchAll(/<label.*?<\/label>/gs)].map(([row]) => row);
    expect(
      rows.map((row) => [
        textOf(row).slice(0, 1),
        /[\d.]+ TL/.exec(textOf(row))?.[0],
        row.includes('checked=""'),
      ]),
    ).toEqual([
      ["1", "118.40 TL", true],
      ["2", "139.90 TL", false],
    ]);
  });

  it("the list shows only the first nine numbers as keys, because no digit chooses a later offer", () => {
    const ten = Array.from({ length: 10 }, (_, i) => offer(`o${i}`, `${100 + i}.00`));
    const rows = list({}, parcel({ shipment: shipment({ offers: offers(ten, CHEAP) }) }));
    expect(rows.match(/(?<=<kbd[^>]*>)\d+(?=<)/g)?.map(Number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(rows).toContain(">10</small>");
  });

  it("the list marks each made-up price as a sample price, and warns about them except in test mode, which the whole window shows", () => {
    const real = list();
    const [samples, inTestMode] = [list({}, SAMPLES), list({ testMode: true }, SAMPLES)];
    expect(
      [samples, inTestMode].every(
        (markup) => markup.includes("sample price") && !markup.includes("own agreement"),
      ),
    ).toBe(true);
    expect(
      [real, samples, inTestMode].map((markup) => markup.includes('data-testid="sample-prices"')),
    ).toEqual([false, true, false]);
  });
});

describe("an order that was just bought", () => {
  const bought = (job: ReturnType<typeof printJob>) => {
    const pack = {
      step: "bought",
      parcel: parcel({ shipment: transaction("cheap").shipment }),
      transaction: transaction("cheap"),
      printJob: job,
    } as const;
    return textOf(markupOf(DonePanel, { pack }, { pack, printJobs: [job] }));
  };

  it("the title says whether the label came out", () => {
    expect(bought(printJob({ status: "CONFIRMED" }))).toContain("Bought and printed");
    expect(
      bought(printJob({ status: "QUEUED", lastErrorCode: "paper out", lastError: "x" })),
    ).toContain("Bought. The label is not out yet");
    expect(bought(printJob({ status: "SENT" }))).toContain("Bought. Sent to the printer");
    expect(bought(printJob({ status: "SENT", isAnswered: true }))).toContain(
      "printed, confirmed by a person",
    );
  });
});

describe("a label that was sent to another station's printer", () => {
  const LOCAL = printJob({
    status: "FAILED",
    lastErrorCode: "printed elsewhere",
    lastError: "The label was sent to a printer of another station instead.",
  });
  const stations = [
    { id: "station-b1b1", name: "Desk" },
    { id: "station-c2c2", name: "Desk" },
  ] as SyncStatus["stations"];
  const sent = (
    part: Partial<PrintRequest>,
    job = LOCAL,
  ): readonly [panel: string, bar: string] => {
    const pack = {
      step: "bought",
      parcel: parcel({ shipment: transaction("cheap").shipment }),
      transaction: transaction("cheap"),
      printJob: job,
    } as const;
    const { id: shipmentID } = pack.parcel.shipment;
    const request = {
      id: "r",
      shipmentID,
      state: "TAKEN",
      reason: "",
      reasonCode: "",
      printerName: "Zebra",
      toStationID: "station-b1b1",
      toStationName: "Desk",
      expiresAt: "2126-11-21T11:10:00.000Z",
      ...part,
    } as PrintRequest;
    const last = {
      kind: "bought",
      shipmentID,
      orderNumber: "10482",
      serviceName: "Aras",
      amount: "1.00",
      currency: "TL",
      at: 0,
      tookMs: 1,
      printJobID: job.id,
    } as const;
    const state = {
      pack,
      last,
      printJobs: [{ ...job, shipmentID }],
      sentElsewhere: [{ shipmentID, request }],
      sync: { state: "in step", stations } as SyncStatus,
    };
    return [textOf(markupOf(DonePanel, { pack }, state)), textOf(markupOf(LastResult, {}, state))];
  };

  it("the panel shows the label's state at the other station, which of two stations with the same name has the label, and until when that station may print it", () => {
    expect(sent({})).toEqual([
      expect.stringMatching(
        /^Bought\. The label was sent to another station&#x27;s printer .*Zebra, Desk \(b1b1\): waits at that printer It is not printed there after 14:10:00\./,
      ),
      expect.stringContaining("10482 · sent to another station"),
    ]);
    const printed = sent({ state: "PRINTED" });
    expect(printed).toEqual([
      expect.stringMatching(/^Bought\. Printed at another station .*Zebra, Desk \(b1b1\): printed/),
      expect.stringContaining("10482 · printed at another station"),
    ]);
    expect(printed[0]).not.toContain("after");
  });

  it("the panel shows what the other printer needs while the label waits", () => {
    expect(sent({ reason: "x", reasonCode: "paper out" })).toEqual([
      expect.stringMatching(
        /^Bought\. The label waits at another station .*Zebra is out of labels\. Load a new roll\./,
      ),
      expect.stringContaining("10482 · waits at another station"),
    ]);
  });

  it("a label whose print request expired without an answer must be looked for at the other printer, because the other station would have reported that it did not print", () => {
    const [panel, bar] = sent({
      reason: "x",
      reasonCode: "paper out",
      expiresAt: "2020-11-21T11:10:00.000Z",
    });
    expect(panel).toMatch(
      /^Bought\. Did the label come out\? .*Zebra, Desk \(b1b1\): may have printed Check at that printer whether the print came out\./,
    );
    expect(panel).not.toMatch(/out of labels|after/);
    expect(bar).toContain("10482 · may have printed");
  });

  it("the panel shows that the other station did not print the label, or where it may have come out anyway", () => {
    expect(sent({ state: "FAILED", reason: "x", reasonCode: "not shared" })).toEqual([
      expect.stringMatching(
        /^Bought\. The label was not printed .*Zebra, Desk \(b1b1\): not printed The printer is not shared any more/,
      ),
      expect.stringContaining("10482 · not printed"),
    ]);
    expect(sent({ state: "EXPIRED", reason: "x", reasonCode: "not answered" })).toEqual([
      expect.stringMatching(
        /^Bought\. Did the label come out\? .*Zebra, Desk \(b1b1\): may have printed .*look there before printing again/,
      ),
      expect.stringContaining("10482 · may have printed"),
    ]);
    for (const state of ["EXPIRED", "FAILED"] as const)
      expect(sent({ state, reason: "x", reasonCode: "station gone" })).toEqual([
        expect.stringMatching(
          /^Bought\. Did the label come out\? .*Zebra, Desk \(b1b1\): may have printed .*check at that printer/,
        ),
        expect.stringContaining("10482 · may have printed"),
      ]);
  });

  it("the panel shows why a label waits here again, and does not name the other station once the label was printed here", () => {
    const expired = { state: "EXPIRED", reason: "x", reasonCode: "expired" } as const;
    expect(
      sent(expired, printJob({ status: "QUEUED", lastErrorCode: "no printer", lastError: "x" }))[0],
    ).toMatch(
      /^Bought\. The label is not out yet .*Zebra, Desk \(b1b1\): not printed in time The print expired/,
    );
    expect(sent(expired, printJob({ status: "CONFIRMED" }))[0]).not.toContain("Desk (b1b1)");
  });
});

describe("an order with nothing left to buy", () => {
  const done = (
    statusCode: "CANCELED" | "TRACKING_CODE_CREATED",
    job = printJob({ status: "CONFIRMED" }),
  ) => {
    const pack = {
      step: "closed",
      parcel: parcel({
        shipment: shipment({ statusCode, barcode: "7200010482" }),
        printJobs: [job],
      }),
    } as const;
    return markupOf(DonePanel, { pack }, { pack });
  };

  it("the panel says that the barcodes of a printed label could not be checked", () => {
    const jobs = [
      printJob({ status: "SENT", verification: "unverifiable" }),
      printJob({ status: "SENT", verification: "verified" }),
      printJob({ status: "FAILED", verification: "unverifiable" }),
    ];
    expect(
      jobs.map((job) =>
        textOf(done("TRACKING_CODE_CREATED", job)).includes("could not be checked"),
      ),
    ).toEqual([true, false, false]);
  });

  it("an order that another station has printed is not shown as unprinted", () => {
    const pack = {
      step: "closed",
      parcel: parcel({
        shipment: shipment({ statusCode: "LABEL_PRINTED", barcode: "7200010482" }),
        printJobs: [],
      }),
    } as const;
    expect(textOf(markupOf(DonePanel, { pack }, { pack }))).toContain(
      "Label: printed at another station",
    );
  });

  it("the panel shows the barcode of the label and how it printed, with the keys that print and cancel it", () => {
    const text = textOf(done("TRACKING_CODE_CREATED"));
    expect(text).toContain("7200010482");
    expect(text).toContain("Zebra: printed");
    expect(text).toMatch(/F6 .*F8 /);
  });

  it("a cancelled order's panel asks to throw the label away, and Enter packs the order again", () => {
    const markup = done("CANCELED");
    expect(markup).toContain('data-testid="throw-away"');
    expect(textOf(markup)).toMatch(/Enter /);
    expect(textOf(markup)).not.toMatch(/F6|F8|7200010482/);
  });
});
