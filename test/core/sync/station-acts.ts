/** Actions of packers, owners and carriers at one of several disconnected stations. */
import { isAppError, errors } from "../../../core/base/errors.ts";
import { minor } from "../../../core/base/money.ts";
import type { Instant } from "../../../core/base/units.ts";
import {
  addressInputSchema,
  addressPatchSchema,
} from "../../../core/shipping/addresses/addresses.schema.ts";
import {
  createAddress,
  deleteAddress,
  updateAddress,
} from "../../../core/shipping/addresses/addresses.service.ts";
import type { Bought, RemoteCarrier } from "../../../core/shipping/carriers/carrier.ts";
import { inTransaction } from "../../../core/db/change.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { topUp } from "../../../core/organizations/ledger/top-up.ts";
import { createMember, listMembers, updateMember } from "../../../core/organizations/members.ts";
import { organizationPatchSchema } from "../../../core/organizations/organizations.schema.ts";
import { updateOrganization } from "../../../core/organizations/organizations.service.ts";
import { newTemplateSchema } from "../../../core/shipping/parcels/parcels.schema.ts";
import { holdOrder, releaseOrder } from "../../../core/fulfilment/packing/packing.service.ts";
import {
  createParcelTemplate,
  deleteParcelTemplate,
} from "../../../core/shipping/parcels/parcels.service.ts";
import { changePackage, quoteWaiting } from "../../../core/shipping/shipments/change-package.ts";
import { createShipment } from "../../../core/shipping/shipments/create-shipment.ts";
import { findImportedOrder } from "../../../core/shipping/shipments/imported-order.ts";
import {
  copyInputSchema,
  packageInputSchema,
  shipmentInputSchema,
} from "../../../core/shipping/shipments/shipments.schema.ts";
import { SOURCE_DEMANDS } from "../../../core/shipping/sources/order-sources.schema.ts";
import {
  deleteOrderSource,
  listOrderSources,
  saveOrderSource,
} from "../../../core/shipping/sources/order-sources.service.ts";
import { saveProduct } from "../../../core/shipping/products/products.service.ts";
import { recordTracking } from "../../../core/shipping/shipments/record-tracking.ts";
import { requireShipment } from "../../../core/shipping/shipments/shipments.service.ts";
import {
  SUB_CODES,
  type TrackingSubCode,
} from "../../../core/shipping/tracking/tracking.schema.ts";
import { eraseShipment } from "../../../core/records/privacy/erase-shipment.ts";
import { buyNewNow, reserveNow } from "../../helpers/buy-now.ts";
import { erasePurchase } from "../../../core/fulfilment/transactions/erase-purchase.ts";
import { makeReturn } from "../../../core/fulfilment/transactions/make-return.ts";
import { webhookInputSchema } from "../../../core/fulfilment/webhooks/webhooks.schema.ts";
import {
  createWebhook,
  deleteWebhook,
} from "../../../core/fulfilment/webhooks/webhooks.service.ts";
import {
  cancelNow,
  farCarrier,
  outcomeOf,
  quoteFar,
  settleNow,
} from "../../helpers/far-carrier.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";
import { RECIPIENT } from "../../helpers/station.ts";
import { tryMoveShipment } from "../../../core/shipping/shipments/move-shipment.ts";
import { createHandOverActs } from "./hand-over-acts.ts";
import { createPrintingActs } from "./shared-printing-acts.ts";

export type Act = (s: LooseStation) => unknown;

const NAMES = ["Çağla Şimşek", "Ömer Ilgaz", "Işıl Güneş", "Ümit Öztürk"];
const SCANS = Object.keys(SUB_CODES) as TrackingSubCode[];

/**
 * A carrier that sells, refuses, or does not answer, and sometimes forgets its answer to a call.
 * `answers.isSilent`: whether the carrier may leave a call without an answer.
 */
export function moodyCarrier(random: () => number): {
  carrier: RemoteCarrier;
  answers: { isSilent: boolean };
} {
  const known = new Map<string, Bought | null>();
  const answers = { isSilent: true };
  let sold = 0;
  const buy = (key: string): Promise<Bought> => {
    if (!known.has(key) && answers.isSilent && random() < 0.3)
      return Promise.reject(new Error("ECONNRESET"));
    if (random() < 0.1) known.delete(key);
    if (!known.has(key))
      known.set(
        key,
        random() < 0.6
          ? {
              barcode: `FAR${(sold += 1)}`,
              trackingNumber: "T",
              trackingUrl: "",
              carrierName: "Far",
            }
          : null,
      );
    const answer = known.get(key);
    if (answers.isSilent && random() < 0.2) return Promise.reject(new Error("the answer was lost"));
    return answer ? Promise.resolve(answer) : Promise.reject(errors.carrierRefused());
  };
  return { answers, carrier: farCarrier({ buy: ({ key }) => outcomeOf(buy(key)) }) };
}

/** Asks the carrier about this station's open purchases. */
export async function settleOpen({ deps }: LooseStation): Promise<void> {
  const open = deps.db
    .sql<{ id: string }>(
      `SELECT t.id FROM transactions AS t JOIN jobs AS j ON j.kind = 'buy' AND j.subject_id = t.id WHERE t.status = 'PENDING' ORDER BY t.id`,
    )
    .all();
  for (const { id } of open) await settleNow(deps, id).catch(ignoreRule);
}

function ignoreRule(error: unknown): void {
  if (!isAppError(error)) throw error;
}

/** @param random Numbers from 0 to below 1. */
export function createActs(actor: Actor, random: () => number): Act[] {
  const { organizationID } = actor;
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  const pickID = (s: LooseStation, sql: string, ...values: string[]): string | undefined =>
    pick(s.deps.db.sql<{ id: string }>(`${sql} ORDER BY id`).all(...values))?.id;
  const shipmentIn = (s: LooseStation, statuses: string): string | undefined =>
    pickID(
      s,
      `SELECT id FROM shipments WHERE status IN (SELECT value FROM json_each(?))`,
      JSON.stringify(statuses.split(" ")),
    );
  const parcel = (change: object = {}) => {
    const kg = 1 + below(9);
    return shipmentInputSchema.parse({
      test: random() < 0.3,
      recipientAddress: { ...RECIPIENT, name: pick(NAMES) },
      length: "30",
      width: "20",
      height: "10",
      weight: String(kg),
      massUnit: "kg",
      distanceUnit: "cm",
      // A few kinds of contents, one of them without a stock code.
      items: [{ title: "Kupa", quantity: 1 + (kg % 3), sku: kg === 9 ? "" : `K-${kg % 2}` }],
      ...change,
    });
  };

  function buy(
    { deps }: LooseStation,
    shipmentID: string | undefined,
    isFar: boolean,
  ): string | undefined {
    if (shipmentID === undefined) return undefined;
    inTransaction(deps, () => quoteWaiting(deps, actor, shipmentID));
    const offer = deps.db
      .sql<{ id: string }>(
        `SELECT id FROM offers WHERE shipment_id = ? ORDER BY request_no DESC, total_minor, id LIMIT 1`,
      )
      .get(shipmentID);
    if (offer === undefined) return undefined;
    const offerID = isFar ? quoteFar(deps, offer.id) : offer.id;
    return inTransaction(deps, () => reserveNow(deps, actor, offerID).transactionID);
  }

  /** Erases a purchase, unless the shipment was never bought or its carrier is being asked. */
  function erase({ deps }: LooseStation, shipmentID: string): void {
    try {
      erasePurchase(deps, shipmentID);
    } catch (error) {
      if (!isAppError(error, "labelNotHere") && !isAppError(error, "shipmentBusy")) throw error;
    }
  }

  // Imports an order file, which every desk reads. A cancelled order is imported again when
  // its rows have changed.
  const importOrder: Act = ({ deps }) => {
    const order = { sourceIdentifier: "file", orderNumber: `A-${below(3)}` };
    const contentHash = `h${below(9)}`;
    const known = findImportedOrder(deps, actor, order);
    if (known !== undefined && (!known.isCancelled || known.contentHash === contentHash)) return;
    createShipment(deps, actor, parcel({ order }), {
      needsEmail: false,
      quote: random() < 0.5,
      imported: { contentHash, ...(known === undefined ? {} : { orderID: known.id }) },
    });
  };
  const cancelImported: Act = async (s) => {
    const id = pickID(
      s,
      `SELECT id FROM shipments WHERE store_identifier = 'file' AND status IN ('CREATED', 'GOT_OFFERS')`,
    );
    if (id !== undefined) await cancelNow(s.deps, actor, id);
  };
  const changeMember: Act = ({ deps }) => {
    const members = listMembers(deps, actor);
    const member =
      random() < 0.6
        ? pick(members.filter(({ role, isActive }) => role === "owner" && isActive))
        : pick(members);
    if (member !== undefined)
      updateMember(
        deps,
        actor,
        member.userID,
        random() < 0.7
          ? { role: pick(["user", "owner", "admin"] as const) }
          : { isActive: random() < 0.5 },
      );
  };

  return [
    ({ deps }) => void createShipment(deps, actor, parcel(), { needsEmail: false, quote: true }),
    ({ deps }) =>
      void inTransaction(deps, () =>
        buyNewNow(deps, actor, {
          input: parcel({ test: true }),
          create: { needsEmail: false },
          noOffer: () => errors.offerNotFound(),
        }),
      ),
    (s) => buy(s, shipmentIn(s, "GOT_OFFERS"), false),
    (s) => buy(s, shipmentIn(s, "GOT_OFFERS"), true),
    async (s) => {
      const id = buy(s, shipmentIn(s, "GOT_OFFERS"), true);
      if (id !== undefined) await settleNow(s.deps, id);
    },
    (s) => settleOpen(s),
    async (s) => {
      const id = shipmentIn(
        s,
        "CREATED GOT_OFFERS TRACKING_CODE_CREATED LABEL_PRINTED OFFER_ACCEPTED",
      );
      if (id !== undefined) await cancelNow(s.deps, actor, id);
    },
    (s) => {
      const id = shipmentIn(s, "SHIPPED DELIVERED CANCELED");
      if (id !== undefined) erase(s, id);
    },
    (s) => {
      const id = shipmentIn(s, "DELIVERED RETURNED CANCELED");
      if (id !== undefined)
        inTransaction(s.deps, () => eraseShipment(s.deps, id, { cause: "request", memberID: "" }));
    },
    (s) => {
      const id = pickID(s, `SELECT id FROM addresses WHERE is_recipient = 1`);
      if (id !== undefined)
        updateAddress(
          s.deps,
          actor,
          id,
          addressPatchSchema.parse({
            address2: `Daire ${below(9)}`,
            phone: `+9055511122${10 + below(80)}`,
          }),
        );
    },
    async (s) => {
      const id = shipmentIn(s, "TRACKING_CODE_CREATED LABEL_PRINTED SHIPPED DELIVERED");
      if (id !== undefined)
        await makeReturn(
          s.deps,
          actor,
          id,
          copyInputSchema.parse({
            isReturn: true,
            willAccept: random() < 0.6,
            count: 1 + below(2),
          }),
        );
    },
    (s) => {
      const id = shipmentIn(s, "TRACKING_CODE_CREATED");
      if (id !== undefined)
        inTransaction(s.deps, () =>
          tryMoveShipment(s.deps, requireShipment(s.deps, id), "labelPrinted"),
        );
    },
    (s) => {
      const id = shipmentIn(
        s,
        "TRACKING_CODE_CREATED LABEL_PRINTED SHIPPED RETURN_SHIPPED FAILED DELIVERED CANCELED",
      );
      const subCode = pick(SCANS);
      // Uses only three days, so that several stations report the same scans, as when a carrier
      // reports to each of them.
      if (id !== undefined && subCode !== undefined)
        recordTracking(s.deps, id, {
          subCode,
          statusDate: `2026-11-2${below(3)}T10:00:00.000Z` as Instant,
          details: "",
          locationName: "",
        });
    },
    (s) => {
      const id = pickID(s, `SELECT id FROM addresses WHERE is_recipient = 0 AND is_active = 1`);
      if (id !== undefined)
        updateAddress(
          s.deps,
          actor,
          id,
          addressPatchSchema.parse(
            random() < 0.5
              ? { isDefaultSenderAddress: true }
              : { phone: `+9055511122${10 + below(80)}` },
          ),
        );
    },
    ({ deps }) =>
      void createAddress(deps, actor, {
        ...addressInputSchema.parse({ ...RECIPIENT, name: "Şube" }),
        isRecipientAddress: false,
      }),
    (s) => {
      const id = pickID(s, `SELECT id FROM addresses WHERE is_recipient = 0 AND is_active = 1`);
      if (id !== undefined) deleteAddress(s.deps, actor, id);
    },
    (s) => {
      const id = shipmentIn(s, "CREATED GOT_OFFERS");
      if (id !== undefined)
        changePackage(
          s.deps,
          actor,
          id,
          packageInputSchema.parse({ weight: String(1 + below(9)) }),
        );
    },
    (s) => {
      const id = shipmentIn(s, "CREATED GOT_OFFERS");
      if (id !== undefined && random() < 0.5)
        holdOrder(s.deps, actor, id, pick(["No stock.", "Address?"]) ?? "");
      else if (id !== undefined) releaseOrder(s.deps, actor, id);
    },
    importOrder,
    importOrder,
    cancelImported,
    cancelImported,
    changeMember,
    changeMember,
    ({ deps }) =>
      updateOrganization(
        deps,
        actor,
        organizationID,
        organizationPatchSchema.parse({
          labelLayout: pick(["standard", "compact"]),
          maskPhonesOnLabel: random() < 0.5,
          labelLogo: pick([null, "AQ==", "Ag=="]),
        }),
      ),
    ({ deps }) => topUp(deps, organizationID, minor(1 + below(50_000)), ""),
    ({ deps }) =>
      void createMember(deps, actor, {
        userID: "",
        email: `${pick(["b", "c"])}@ornek.test`,
        name: "",
        role: random() < 0.5 ? "user" : "owner",
      }),
    ({ deps }) =>
      void createWebhook(
        deps,
        actor,
        webhookInputSchema.parse({
          url: "http://127.0.0.1:9999/hook",
          headerName: "X-Shop",
          headerValue: "42",
        }),
      ),
    (s) => {
      const id = pickID(s, `SELECT id FROM webhooks WHERE deleted_at IS NULL`);
      if (id !== undefined) deleteWebhook(s.deps, actor, id);
    },
    ({ deps }) =>
      void createParcelTemplate(
        deps,
        actor,
        newTemplateSchema.parse({ name: "Kutu", length: "30", width: "20", height: "10" }),
      ),
    (s) => {
      const id = pickID(s, `SELECT id FROM parcel_templates WHERE is_active = 1`);
      if (id !== undefined && random() < 0.5) return deleteParcelTemplate(s.deps, actor, id);
      return id === undefined
        ? undefined
        : createShipment(s.deps, actor, parcel({ parcelTemplateID: id }), {
            needsEmail: false,
            quote: true,
          });
    },
    (s) => {
      const barcodes = Array.from({ length: below(3) }, () => `B-${below(9)}`);
      return saveProduct(s.deps, actor, {
        stockCode: `K-${below(3)}`,
        title: pick(NAMES),
        barcodes,
      });
    },
    (s) => {
      const name = pick(["Logo", "logo", "Shopify"]);
      if (random() < 0.8)
        return saveOrderSource(s.deps, actor, {
          name: name ?? "Logo",
          ...(random() < 0.5 ? { demands: SOURCE_DEMANDS.filter(() => random() < 0.5) } : {}),
          ...(random() < 0.5 ? { columns: { orderNumber: `No ${below(3)}` } } : {}),
        });
      const [kept] = listOrderSources(s.deps, actor).filter(({ isKept }) => isKept);
      return kept === undefined ? undefined : deleteOrderSource(s.deps, actor, kept.id);
    },
    ...createPrintingActs(actor, random).acts,
    ...createHandOverActs(actor, random),
  ];
}
