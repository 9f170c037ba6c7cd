/** Erased persons stay erased, whichever station, version or path brings their text back. */
import { describe, expect, it } from "vitest";
import { addressPatchSchema } from "../../../core/shipping/addresses/addresses.schema.ts";
import { updateAddress } from "../../../core/shipping/addresses/addresses.service.ts";
import { restoreAddresses } from "../../../core/shipping/addresses/merge-addresses.ts";
import { handleParcel } from "../../../core/shipping/board/handle-parcel.ts";
import type { Instant } from "../../../core/base/units.ts";
import { inTransaction, updateRow } from "../../../core/db/change.ts";
import type { Deps } from "../../../core/deps.ts";
import { eraseAddress, eraseShipment } from "../../../core/records/privacy/erase-shipment.ts";
import { recordTracking } from "../../../core/shipping/shipments/record-tracking.ts";
import { requireShipment } from "../../../core/shipping/shipments/shipments.service.ts";
import { deliverTo, tracesIn, TRACES } from "../../helpers/erased-person.ts";
import { whyNoHub } from "../../helpers/hub.ts";
import { twoAtHub } from "../../helpers/two-at-hub.ts";

const ON_REQUEST = { cause: "request", memberID: "" } as const;
const FILLED_IN = {
  name: "Zümrüdanka Tekilkişi",
  phone: "+905559876543",
  address1: "Simurg Sk. No: 77",
};

const erase = (deps: Deps, id: string): void =>
  inTransaction(deps, () => eraseShipment(deps, id, ON_REQUEST));

/**
 * Writes into a shipment and its address like an older version, which does not check whether the
 * rows were erased.
 * @returns The address's id.
 */
function fillIn(deps: Deps, shipmentID: string): string {
  const { recipientAddressID: id } = requireShipment(deps, shipmentID);
  inTransaction(deps, () => updateRow(deps.db, "addresses", id, { ...FILLED_IN, isActive: 1 }));
  inTransaction(deps, () =>
    updateRow(deps.db, "shipments", shipmentID, { items: `[{"title":"Simurg"}]` }),
  );
  return id;
}

describe.skipIf(whyNoHub !== undefined)("an erased person", () => {
  it.each(["stream", "snapshot"] as const)(
    "an erased person stays erased when a disconnected desk corrects the address and comes back by %s",
    async (how) => {
      const both = await twoAtHub();
      const id = deliverTo(both.a, both);
      await both.inStep();
      const deps = await both.cutOff();
      erase(both.a.deps, id);
      updateAddress(
        deps,
        both.actor,
        requireShipment(deps, id).recipientAddressID,
        addressPatchSchema.parse({ phone: "+905559876543" }),
      );
      fillIn(deps, id);
      expect(tracesIn(deps)).toEqual(TRACES);
      await both.back(how);
      for (const station of [both.a, both.b]) expect(tracesIn(station.deps)).toEqual([]);
    },
  );

  it("an erased person cannot be filled in again at a station (E2010), and neither scans nor notes keep a text", async () => {
    const both = await twoAtHub();
    const id = deliverTo(both.a, both);
    const { deps } = both.a;
    erase(deps, id);
    const address = requireShipment(deps, id).recipientAddressID;
    const E2010 = expect.objectContaining({ code: "E2010" });
    expect(() =>
      updateAddress(deps, both.actor, address, addressPatchSchema.parse(FILLED_IN)),
    ).toThrow(E2010);
    expect(() =>
      restoreAddresses(deps, both.actor, {
        addressIDs: [],
        kept: { id: address, fields: { zip: "" } },
        defaults: {},
      }),
    ).toThrow(E2010);
    recordTracking(deps, id, {
      subCode: "package_damaged",
      statusDate: new Date().toISOString() as Instant,
      details: "Simurg",
      locationName: "",
    });
    const { id: eventID } = deps.db
      .sql<{ id: string }>(
        `SELECT id FROM tracking_events WHERE shipment_id = ? AND is_applied = 1 ORDER BY status_date DESC, id DESC LIMIT 1`,
      )
      .get(id) ?? { id: "" };
    handleParcel(deps, both.actor, { shipmentID: id, eventID, note: "Zümrüdanka aradı" });
    expect(tracesIn(deps)).toEqual([]);
  });

  it("an erased person is erased again at both stations when an older version has filled the rows in", async () => {
    const both = await twoAtHub();
    const id = deliverTo(both.a, both);
    await both.inStep();
    erase(both.a.deps, id);
    await both.inStep();
    const address = fillIn(both.a.deps, id);
    expect(
      inTransaction(both.a.deps, () =>
        eraseAddress(both.a.deps, both.actor.organizationID, address, ON_REQUEST),
      ),
    ).toBe(true);
    expect(
      inTransaction(both.a.deps, () =>
        eraseAddress(both.a.deps, both.actor.organizationID, address, ON_REQUEST),
      ),
    ).toBe(false);
    fillIn(both.a.deps, id);
    erase(both.a.deps, id);
    const published = both.a.deps.db.sql(`SELECT max(seq) AS seq FROM outbox`).get();
    erase(both.a.deps, id);
    expect(both.a.deps.db.sql(`SELECT max(seq) AS seq FROM outbox`).get()).toEqual(published);
    await both.inStep();
    for (const station of [both.a, both.b]) expect(tracesIn(station.deps)).toEqual([]);
  });
});
