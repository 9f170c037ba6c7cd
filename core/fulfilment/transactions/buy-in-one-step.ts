/**
 * Buys a label without showing offers: one request and one transaction create the shipment and buy
 * its label, by service code.
 */
import { AppError, errors } from "../../base/errors.ts";
import { isAccountActive } from "../../shipping/accounts/accounts.service.ts";
import type { RemoteCarrier } from "../../shipping/carriers/carrier.ts";
import type { IneligibleService } from "../../shipping/carriers/ineligible.schema.ts";
import { isTestService, TEST_SERVICE } from "../../shipping/carriers/own-service.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { cheapestOf } from "../../shipping/offers/offers.service.ts";
import type { CarrierAnswer } from "../../shipping/offers/make-offers.ts";
import {
  carriersFor,
  quoteShipment,
  saveRateRequest,
  type RateRequest,
} from "../../shipping/offers/quote-shipment.ts";
import { subjectOf } from "../../shipping/shipments/consign-shipment.ts";
import {
  draftShipment,
  numberDraft,
  writeShipment,
  type CreateOptions,
} from "../../shipping/shipments/create-shipment.ts";
import { partsOfPurchase } from "../../shipping/shipments/present-shipment.ts";
import type { ShipmentDraft } from "../../shipping/shipments/shipment-draft.ts";
import type { ShipmentInput } from "../../shipping/shipments/shipments.schema.ts";
import { purchaseColumns } from "../../shipping/shipments/shipments.service.ts";
import { buyOffer, type PurchaseOptions, type Reserved } from "./buy-offer.ts";
import {
  planPurchase,
  reserveWhenReady,
  type MissingPrices,
  type PlannedPurchase,
  type PurchasePlan,
} from "./prepare-purchase.ts";
import { notKnownYet } from "./open-purchases.ts";
import { enqueuePurchase } from "./purchase-job.ts";
import { hashRequest, listJoinable, type BuyingCall } from "./response-tracker.ts";
import type { PurchaseInput } from "./transactions.schema.ts";
import { awaitPurchases, type FreshPurchase } from "./transactions.service.ts";

/** `next`: a new purchase, or the purchase of an earlier identical call, which this call joins. */
type OneStepPlan = PurchasePlan & {
  readonly next: PlannedNew | { readonly kind: "earlier"; readonly transactionID: string };
};

/**
 * Creates a shipment and buys its label by service code.
 *
 * @returns The transaction's id; also the rows just written, if the label was bought immediately
 *   from a single offer.
 * @throws AppError E1085 when the form lacks a required field; also the errors of creating a
 *   shipment and of accepting an offer.
 */
export async function buyInOneStep(
  deps: FulfilmentDeps,
  actor: Actor,
  input: PurchaseInput,
  { keep, requireCaller, onAnswered, responses }: BuyingCall<string>,
): Promise<{ transactionID: string; fresh: FreshPurchase | undefined }> {
  const { shipment, needsEmail } = formOf(input);
  const requestHash = keep === undefined ? hashRequest(actor, input) : null;
  const code = serviceOf(input, shipment);
  const accountID =
    shipment.test || input.providerAccountID === "" ? null : input.providerAccountID;
  const only = { code, accountID };
  const create = { needsEmail, only };
  let opened = "";
  try {
    const bought = await reserveWhenReady(deps, actor, {
      plan(answers): OneStepPlan | MissingPrices {
        const [earlier] = requestHash === null ? [] : listJoinable(deps, requestHash, responses);
        if (earlier?.status === "PENDING") throw notKnownYet(deps, earlier.id);
        if (earlier !== undefined) {
          const next = { kind: "earlier", transactionID: earlier.id } as const;
          return { kind: "plan", newShipments: 0, purchases: [], next };
        }
        const next = planNew(deps, actor, {
          input: shipment,
          create,
          answers,
          noOffer: (ineligible) => noOffer(ineligible, code),
        });
        return next.kind === "prices"
          ? next
          : { kind: "plan", newShipments: 1, purchases: [next], next };
      },
      reserve({ next }) {
        // From now on this call answers for the purchase that it joins; a further identical call
        // buys another parcel.
        const newly =
          next.kind === "earlier"
            ? { transactionID: next.transactionID, jobID: undefined, fresh: undefined }
            : buyNew(deps, actor, next, { print: false, requestHash, keep });
        // added before the COMMIT, so that an identical call in the same turn buys another parcel
        responses.add((opened = newly.transactionID));
        onAnswered((reached) => responses.close(newly.transactionID, reached));
        return newly;
      },
      requireCaller,
    });
    await awaitPurchases(deps, [bought]);
    return { transactionID: bought.transactionID, fresh: bought.fresh };
  } catch (error) {
    responses.leave(opened);
    throw error;
  }
}

/**
 * Reads both forms of the body: the documented form has the shipment in `shipment`; some programs
 * send the shipment's fields at the top level.
 */
function formOf(input: PurchaseInput): { shipment: ShipmentInput; needsEmail: boolean } {
  if (input.shipment === undefined) return { shipment: input, needsEmail: false };
  if (input.providerServiceCode === "")
    throw errors.badRequest("providerServiceCode: must not be empty.");
  if (input.shipment.returnAddressID === "")
    throw errors.badRequest(
      "shipment.returnAddressID: must not be empty when a label is bought in one step.",
    );
  // `test` at either level makes this a free test purchase.
  return {
    shipment: { ...input.shipment, test: input.test || input.shipment.test },
    needsEmail: true,
  };
}

function serviceOf(input: PurchaseInput, shipment: ShipmentInput): string {
  const code = input.providerServiceCode;
  if (shipment.test && (code === "" || isTestService(code))) return TEST_SERVICE;
  if (code === "")
    throw errors.badRequest(
      "providerServiceCode: must not be empty. To accept an offer send offerID instead.",
    );
  return code;
}

function noOffer(ineligible: readonly IneligibleService[], code: string): AppError {
  const why = ineligible.find((m) => m.providerServiceCode === code)?.reason;
  const reason =
    why === undefined
      ? `${code} is not a service of an active account of this organization, or the parcel's size is missing`
      : `${code}: ${why}`;
  return errors.offerNotFound(`No offer could be made. ${reason}. Nothing was bought.`);
}

function remoteCarriers(
  deps: Pick<FulfilmentDeps, "db" | "carriers">,
  { organizationID }: Actor,
  test: boolean,
): RemoteCarrier[] {
  return carriersFor(deps, { organizationID, test }).filter(
    (carrier) => carrier.place === "remote",
  );
}

export type NewPurchase = {
  readonly input: ShipmentInput;
  readonly create: Omit<CreateOptions, "quote">;
  /** Prices that remote carriers gave; undefined before they are asked. */
  readonly answers: readonly CarrierAnswer[] | undefined;
  /** Makes the error for a shipment that gets no offer. */
  readonly noOffer: (ineligible: readonly IneligibleService[]) => AppError;
};

/** The cheapest offer of a new shipment, with the rate request that the purchase may save. */
export type PlannedNew = PlannedPurchase & {
  readonly kind: "purchase";
  readonly shipment: ShipmentDraft;
  readonly request: RateRequest;
};

/**
 * Plans the purchase of a new shipment's cheapest offer; writes nothing.
 *
 * @returns The plan, or the remote carriers to ask when no local carrier makes an offer.
 * @throws AppError the errors of drafting a shipment; the error of `noOffer`; E1064, E1133, E2055
 */
export function planNew(
  deps: Pick<FulfilmentDeps, "db" | "now" | "newId" | "geo" | "carriers" | "connections">,
  actor: Actor,
  { input, create, answers, noOffer }: NewPurchase,
): PlannedNew | MissingPrices {
  const shipment = draftShipment(deps, actor, input, { ...create, quote: true });
  const subject = subjectOf(deps, shipment, create.only);
  // An account may have been removed while it was asked.
  const given = (answers ?? []).filter(
    ({ carrier }) =>
      carrier.place === "local" ||
      carrier.accountID === undefined ||
      isAccountActive(deps, actor.organizationID, carrier.accountID),
  );
  const request = quoteShipment(deps, { ...subject, answers: given });
  const now = deps.now();
  const offer = cheapestOf(
    request.offers.filter(({ expiresAt }) => expiresAt === null || expiresAt > now),
  );
  if (offer !== undefined)
    return { kind: "purchase", ...planPurchase(deps, shipment, offer), shipment, request };
  const { consignment } = subject;
  const remote =
    answers === undefined && consignment !== undefined
      ? remoteCarriers(deps, actor, input.test)
      : [];
  if (consignment === undefined || remote.length === 0) throw noOffer(request.ineligible);
  return { kind: "prices", carriers: remote, consignment };
}

/**
 * A new purchase. `fresh` is the bought shipment, from the rows just written; undefined while the
 * carrier is being asked, and for a shipment with several offers.
 */
export type NewlyBought = Reserved & {
  readonly shipmentID: string;
  readonly fresh: FreshPurchase | undefined;
};

/**
 * Writes a new shipment and its purchase; needs an open transaction.
 *
 * @throws AppError the errors of `buyOffer`; E2131 without a shipment number
 */
export function buyNew(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "connections">,
  actor: Actor,
  { shipment, request, ...planned }: PlannedNew,
  options: PurchaseOptions,
): NewlyBought {
  const draft = numberDraft(deps, shipment);
  let fresh: FreshPurchase | undefined;
  const reserved = buyOffer(
    deps,
    actor,
    { ...planned, shipment: draft, options },
    {
      opened(row) {
        saveRateRequest(deps, request);
        writeShipment(
          deps,
          draft,
          { status: "OFFER_ACCEPTED" },
          { events: "quoted purchaseOpened", sourceID: row.id },
        );
        return enqueuePurchase(deps, row);
      },
      bought(row, snapshot) {
        // The snapshot holds the offer, so a rate request with a single offer need not be stored.
        if (request.offers.length > 1) saveRateRequest(deps, request);
        const written = writeShipment(
          deps,
          draft,
          { ...purchaseColumns(row, planned.offer), status: "TRACKING_CODE_CREATED" },
          { events: "quoted purchaseOpened bought", sourceID: row.id },
        );
        if (request.offers.length === 1)
          fresh = { row, snapshot, parts: partsOfPurchase(written, snapshot, draft.order) };
      },
    },
  );
  return { ...reserved, shipmentID: draft.columns.id, fresh };
}
