/** Agreements that stations enter, change and buy from while they are disconnected. */
import { describe, expect, it } from "vitest";
import { instant } from "../../../core/base/units.ts";
import { inTransaction, insertRow } from "../../../core/db/change.ts";
import { readDebt } from "../../../core/organizations/debts/debts.service.ts";
import { listAgreementConflicts } from "../../../core/shipping/agreements/agreement-conflicts.ts";
import { createTariffReader } from "../../../core/shipping/agreements/agreements.service.ts";
import type { AgreementRow } from "../../../core/shipping/agreements/agreements.store.ts";
import {
  createAgreement,
  createRange,
  createVersion,
} from "../../../core/shipping/agreements/make-agreement.ts";
import { cardV1Schema } from "../../../core/shipping/agreements/card-v1.schema.ts";
import type { Carrier } from "../../../core/shipping/carriers/carrier.ts";
import { agreementsOf } from "../../../core/shipping/carriers/agreements.ts";
import { hashRows } from "../../helpers/connected-station.ts";
import { plainTariff } from "../../helpers/agreements.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";
import { exchange, two } from "./two-stations.ts";

const FROM = instant("2026-11-20T21:00:00.000Z");
const always = { from: FROM, to: null };

function enter(s: LooseStation, organizationID: string, limit: number | null = null): AgreementRow {
  return createAgreement(s.deps, organizationID, {
    providerCode: "GERCEK",
    name: "Gerçek",
    onAccount: true,
    creditLimitMinor: limit,
    ranges: [{ prefix: "G", first: 1, last: 99, width: 2 }],
  });
}

const priceOf = (s: LooseStation, id: string): unknown => {
  const read = createTariffReader(s.deps.db).inForce(id, s.deps.now())?.read;
  return read?.kind === "tariff" ? read.tariff.services[0]?.steps[0]?.prices[0] : read;
};
const withPrice = (price: number) => {
  const tariff = plainTariff();
  return plainTariff({
    services: tariff.services.map((service) => ({
      ...service,
      steps: [{ upToDesi: 5, prices: [price] }],
    })),
  });
};

describe("agreements of two stations", () => {
  it("of two versions that begin on one day the later entered counts at both stations, and both show a conflict", () => {
    const { a, b, actor } = two();
    const agreement = enter(a, actor.organizationID);
    exchange(a, b);
    createVersion(a.deps, agreement, withPrice(100), always);
    b.clock.nowMs += 5_000;
    createVersion(b.deps, agreement, withPrice(200), always);
    exchange(a, b);
    const conflicts = [a, b].map((s) =>
      listAgreementConflicts(s.deps, actor.organizationID).map(({ kind }) => kind),
    );
    expect([priceOf(a, agreement.id), priceOf(b, agreement.id), conflicts]).toEqual([
      200,
      200,
      [["versions"], ["versions"]],
    ]);
  });

  it("of two overlapping ranges the older one is used at both stations", () => {
    const { a, b, actor } = two();
    const agreement = enter(a, actor.organizationID);
    createVersion(a.deps, agreement, plainTariff(), always);
    exchange(a, b);
    createRange(a.deps, agreement, { prefix: "H", first: 10, last: 60, width: 2 });
    b.clock.nowMs += 5_000;
    createRange(b.deps, agreement, { prefix: "H", first: 50, last: 90, width: 2 });
    exchange(a, b);
    const rangesAt = (s: LooseStation): unknown[] => {
      const carrier: Carrier | undefined = s.deps.carriers.find(agreement.id);
      return carrier?.place === "local"
        ? carrier.ranges.map(({ prefix, first }) => [prefix, first])
        : [];
    };
    const wanted = [
      ["G", 1],
      ["H", 10],
    ];
    expect([rangesAt(a), rangesAt(b)]).toEqual([wanted, wanted]);
    expect(
      [a, b].map((s) => listAgreementConflicts(s.deps, actor.organizationID)[0]?.kind),
    ).toEqual(["ranges", "ranges"]);
  });

  it("a version whose rules only a later Packbench knows makes no offer, and the others still do", () => {
    const { a, b, actor } = two();
    const agreement = enter(a, actor.organizationID);
    createVersion(a.deps, agreement, plainTariff(), always);
    const tariff = plainTariff();
    const card = JSON.stringify({ ...tariff, needs: [...tariff.needs, "moonPhase"] });
    inTransaction(a.deps, () =>
      insertRow(a.deps.db, "rate_cards", {
        id: a.deps.newId(),
        createdAt: FROM,
        updatedAt: a.deps.now(),
        organizationID: actor.organizationID,
        agreementID: agreement.id,
        providerCode: "GERCEK",
        name: "Gerçek",
        isSample: 0,
        isActive: 1,
        validFrom: "2026-11-21T00:00:00.000Z",
        validTo: null,
        card,
      }),
    );
    exchange(a, b);
    expect(createTariffReader(b.deps.db).inForce(agreement.id, b.deps.now())?.read).toEqual({
      kind: "missing",
      rules: ["moonPhase"],
    });
  });

  it("a card of an earlier version becomes an agreement with the same id, range and prices at both stations", () => {
    const { a, b, actor } = two();
    const card = cardV1Schema.parse({
      providerCode: "ESKI",
      carrierName: "Eski",
      desiDivisor: 3000,
      validFrom: "2026-01-01T00:00:00.000Z",
      zones: [{ name: "Hepsi", maxKm: null }],
      barcode: { prefix: "E", first: 100, last: 999 },
      trackingUrl: "",
      services: [
        {
          code: "ESKI_STANDART",
          name: "Eski",
          rating: 3,
          durationTerms: "",
          hours: [24],
          steps: [{ upToDesi: 5, prices: [777] }],
          maxDesi: 5,
          maxKg: 5,
          maxSideCm: 100,
          collects: "never",
        },
      ],
    });
    const id = a.deps.newId();
    // Written as a station with an earlier version writes it: without the new columns.
    inTransaction(a.deps, () => {
      insertRow(a.deps.db, "rate_cards", {
        id,
        createdAt: FROM,
        updatedAt: FROM,
        organizationID: actor.organizationID,
        agreementID: "",
        providerCode: "ESKI",
        name: "Eski",
        isSample: 0,
        isActive: 1,
        validFrom: "",
        validTo: null,
        card: JSON.stringify(card),
      });
    });
    exchange(a, b);
    const shown = (s: LooseStation): unknown => [
      agreementsOf(s.deps.carriers, actor.organizationID, s.deps.now()).find((one) => one.id === id)
        ?.providerCode,
      priceOf(s, id),
      s.deps.db.raw
        .prepare("SELECT prefix, first, last, width FROM barcode_ranges WHERE agreement_id = ?")
        .get(id),
    ];
    const wanted = ["ESKI", 777, { prefix: "E", first: 100, last: 999, width: 3 }];
    expect([shown(a), shown(b)]).toEqual([wanted, wanted]);
    expect(hashRows(a.deps.db)).toEqual(hashRows(b.deps.db));
  });

  it("payments of both stations give both the same debt, and a debt above the limit is a conflict", () => {
    const { a, b, actor } = two();
    const agreement = enter(a, actor.organizationID, 15_000);
    createVersion(a.deps, agreement, plainTariff(), always);
    exchange(a, b);
    const add = (s: LooseStation, minor: number): void =>
      inTransaction(s.deps, () => {
        insertRow(s.deps.db, "agreement_payments", {
          id: s.deps.newId(),
          createdAt: s.deps.now(),
          organizationID: actor.organizationID,
          agreementID: agreement.id,
          amountMinor: minor,
          paidOn: "2026-11-21",
          reference: "",
          note: "",
          createdBy: "",
        });
      });
    add(a, -9_000);
    add(b, -9_000);
    exchange(a, b);
    expect(
      [a, b].map((s) => [
        readDebt(s.deps.db, actor.organizationID, agreement.id),
        listAgreementConflicts(s.deps, actor.organizationID)[0]?.kind,
      ]),
    ).toEqual([
      [18_000, "credit"],
      [18_000, "credit"],
    ]);
  });
});
