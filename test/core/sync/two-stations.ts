/** Two disconnected stations of one organization, and a carrier that both can ask. */
import { minor } from "../../../core/base/money.ts";
import { addressInputSchema } from "../../../core/shipping/addresses/addresses.schema.ts";
import { createAddress } from "../../../core/shipping/addresses/addresses.service.ts";
import { addSampleAgreements } from "../../../core/shipping/agreements/sample-agreements.ts";
import type { ConnectionKind } from "../../../core/shipping/carriers/connection.ts";
import type { Bought, RemoteCarrier } from "../../../core/shipping/carriers/carrier.ts";
import type { StampedChanges } from "../../../core/db/apply-remote.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { writeMeta } from "../../../core/db/station-meta.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { topUp } from "../../../core/organizations/ledger/top-up.ts";
import { createOrganizationWithOwner } from "../../../core/organizations/organizations.service.ts";
import { quoteWaiting } from "../../../core/shipping/shipments/change-package.ts";
import { createShipment } from "../../../core/shipping/shipments/create-shipment.ts";
import { shipmentInputSchema } from "../../../core/shipping/shipments/shipments.schema.ts";
import { reserveNow } from "../../helpers/buy-now.ts";
import { farCarrier, outcomeOf, quoteFar } from "../../helpers/far-carrier.ts";
import { looseStation, owner, type LooseStation } from "../../helpers/loose-stations.ts";
import { RECIPIENT, RESOURCES } from "../../helpers/station.ts";

export const LABEL: Bought = {
  barcode: "FAR1",
  trackingNumber: "T1",
  trackingUrl: "",
  carrierName: "Far",
};

/**
 * Answers each purchase with the next entry: an AppError is a refusal, and another error leaves the
 * outcome unknown.
 */
function answering(answers: (Bought | Error)[]): RemoteCarrier {
  return farCarrier({
    buy: () => outcomeOf<Bought>(answers.shift() ?? new Error("nothing to answer")),
  });
}

/** Creates two stations of one organization that both know a shipment with offers. */
export function two(
  answers: (Bought | Error)[] = [],
  far: RemoteCarrier = answering(answers),
  kinds: readonly ConnectionKind[] = [],
) {
  const [a, b] = [
    looseStation(0, [far], undefined, kinds),
    looseStation(0, [far], undefined, kinds),
  ];
  const { organizationID, memberID } = createOrganizationWithOwner(
    a.deps,
    {
      name: "O",
      countryCode: "TR",
      taxOffice: "",
      taxNumber: "",
      phone: "",
      email: "",
      test: true,
    },
    { userID: a.deps.newId(), email: "a@ornek.test", name: "A" },
  );
  const actor = owner(organizationID, memberID);
  addSampleAgreements(a.deps, organizationID, RESOURCES);
  topUp(a.deps, organizationID, minor(1_000_00), "");
  createAddress(a.deps, actor, {
    ...addressInputSchema.parse({ ...RECIPIENT, shortName: "depo" }),
    isRecipientAddress: false,
  });
  const input = shipmentInputSchema.parse({
    test: false,
    recipientAddress: RECIPIENT,
    length: "30",
    width: "20",
    height: "10",
    weight: "2",
    massUnit: "kg",
    distanceUnit: "cm",
  });
  const { id } = createShipment(a.deps, actor, input, { needsEmail: false, quote: true });
  exchange(a, b);
  return { a, b, actor, id };
}

/** Delivers everything that each station wrote to the other, in three rounds. */
export function exchange(...stations: readonly [LooseStation, LooseStation]): void {
  for (let round = 0; round < 3; round++) {
    const all = stations.map(written);
    stations.forEach((s, i) => s.apply(all[1 - i] ?? []));
    for (const { clock } of stations) clock.nowMs += 1_000;
  }
}

/** Gives the second station the key of the organization's secrets, as joining does. */
export function shareKey(from: LooseStation, to: LooseStation): void {
  const keys = from.deps.db
    .sql<{ key: string; value: string }>(`SELECT key, value FROM station_meta`)
    .all()
    .filter(({ key }) => key.startsWith("organization_key "));
  for (const { key, value } of keys) writeMeta(to.deps.db, key, value);
}

export function written(s: LooseStation): StampedChanges[] {
  return s.outbox(0).map(({ stamped }) => stamped);
}

export function buy(s: LooseStation, actor: Actor, id: string, isFar = false): string {
  inTransaction(s.deps, () => quoteWaiting(s.deps, actor, id));
  const offer =
    s.deps.db
      .sql<{ id: string }>(
        `SELECT id FROM offers WHERE shipment_id = ? ORDER BY request_no DESC, total_minor, id LIMIT 1`,
      )
      .get(id)?.id ?? "";
  const offerID = isFar ? quoteFar(s.deps, offer) : offer;
  s.clock.nowMs += 1_000;
  return inTransaction(s.deps, () => reserveNow(s.deps, actor, offerID).transactionID);
}
