/**
 * Buys a label without showing offers: one request and one transaction create the shipment and buy
 * its label, by service code.
 */
import { AppError, isAppError, errors } from "../../base/errors.ts";
import type { Quote, RemoteCarrier } from "../../shipping/carriers/carrier.ts";
import type { IneligibleService } from "../../shipping/carriers/ineligible.schema.ts";
import { isTestService, TEST_SERVICE } from "../../shipping/carriers/own-service.ts";
import { inSharedTransaction } from "../../db/shared-transaction.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { withMeasuredLabels } from "../../labels/label-fit.ts";
import { cheapestOf } from "../../shipping/offers/offers.service.ts";
import { askNow } from "../../shipping/offers/quote-job.ts";
import {
  carriersFor,
  quoteShipment,
  saveRateRequest,
  type CarrierAnswer,
} from "../../shipping/offers/quote-shipment.ts";
import { subjectOf } from "../../shipping/shipments/consign-shipment.ts";
import {
  draftShipment,
  writeShipment,
  type CreateOptions,
} from "../../shipping/shipments/create-shipment.ts";
import { partsOfPurchase } from "../../shipping/shipments/present-shipment.ts";
import type { ShipmentInput } from "../../shipping/shipments/shipments.schema.ts";
import { purchaseColumns } from "../../shipping/shipments/purchase-columns.ts";
import { buyOffer, type PurchaseOptions, type Reserved } from "./buy-offer.ts";
import { enqueuePurchase, notKnownYet } from "./purchase-job.ts";
import { hashRequest, listJoinable, type BuyingCall } from "./response-tracker.ts";
import type { PurchaseInput } from "./transactions.schema.ts";
import { awaitPurchases, type FreshPurchase } from "./transactions.service.ts";

/**
 * Creates a shipment and buys its label by service code.
 *
 * @returns The transaction's id, and the rows just written when the label was bought immediately.
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
  const only = (quote: Quote): boolean =>
    quote.providerServiceCode === code && quote.providerAccountID === accountID;
  const options = { print: false, requestHash, keep };
  const buy = (answers: readonly CarrierAnswer[]): Omit<NewlyBought, "shipmentID"> => {
    const [earlier] = requestHash === null ? [] : listJoinable(deps, requestHash, responses);
    if (earlier?.status === "PENDING") throw notKnownYet(deps, earlier.id);
    if (earlier !== undefined)
      // this call now answers for the purchase; a further identical call buys another parcel
      return { transactionID: earlier.id, jobID: undefined, fresh: undefined };
    return buyNew(deps, actor, {
      input: shipment,
      create: { needsEmail, only },
      options,
      answers,
      noOffer: (ineligible) => noOffer(ineligible, code),
    });
  };
  let opened = "";
  try {
    const bought = await askForService(
      deps,
      actor,
      { input: shipment, create: { needsEmail, only }, requireCaller },
      (answers) =>
        inSharedTransaction(deps, () => {
          const newly = buy(answers);
          // before the COMMIT, so that an identical call in the same turn buys another parcel
          responses.add((opened = newly.transactionID));
          onAnswered((reached) => responses.close(newly.transactionID, reached));
          return newly;
        }),
    );
    await awaitPurchases(deps, [bought]);
    return { transactionID: bought.transactionID, fresh: bought.fresh };
  } catch (error) {
    responses.leave(opened);
    throw error;
  }
}

/**
 * Reads both forms of the body: the documented one has the shipment in `shipment`, some programs
 * send its fields flat.
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
      ? `${code} is not a service of an account of this organization that is switched on, or the parcel's size is missing`
      : `${code}: ${why}`;
  return errors.offerNotFound(`No offer could be made. ${reason}. Nothing was bought.`);
}

/**
 * Buys with the prices stored at this station. If none of them is for the service, asks the remote
 * carriers for a price and tries once more.
 *
 * @param shipment.requireCaller Awaited between the rate request and the purchase, so that nothing
 *   is bought for a caller that has disconnected; its retry buys.
 * @param buy Reserves the purchase in a separate transaction.
 * @throws the errors of `buy`: E1064 when no carrier offers the service; E1072, E2057 when the
 *   label does not fit on the desk's paper.
 */
export async function askForService<T>(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers" | "labels">,
  actor: Actor,
  shipment: {
    readonly input: ShipmentInput;
    readonly create: Omit<CreateOptions, "quote">;
    readonly requireCaller?: (() => Promise<void>) | undefined;
  },
  buy: (answers: readonly CarrierAnswer[]) => Promise<T>,
): Promise<T> {
  try {
    return await withMeasuredLabels(deps.labels, () => buy([]));
  } catch (error) {
    const carriers = isAppError(error, "offerNotFound")
      ? remoteCarriers(deps, actor, shipment.input.test)
      : [];
    if (carriers.length === 0) throw error;
    const draft = draftShipment(deps, actor, shipment.input, {
      ...shipment.create,
      quote: true,
      isTrial: true,
    });
    const { consignment } = subjectOf(deps, draft);
    if (consignment === undefined) throw error;
    const answers = await askNow(deps, carriers, consignment);
    await shipment.requireCaller?.();
    return await withMeasuredLabels(deps.labels, () => buy(answers));
  }
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
  readonly options: PurchaseOptions;
  /** Prices that remote carriers gave before. */
  readonly answers?: readonly CarrierAnswer[];
  /** Makes the error for a shipment that gets no offer. */
  readonly noOffer: (ineligible: readonly IneligibleService[]) => AppError;
};

/**
 * A new purchase. `fresh` is the bought shipment, from the rows just written; undefined while the
 * carrier is being asked.
 */
export type NewlyBought = Reserved & {
  readonly shipmentID: string;
  readonly fresh: FreshPurchase | undefined;
};

/**
 * Writes a shipment and the purchase of its cheapest offer; needs an open transaction.
 *
 * @throws AppError the errors of creating a shipment and of accepting an offer.
 */
export function buyNew(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "geo" | "carriers">,
  actor: Actor,
  { input, create, options, answers = [], noOffer }: NewPurchase,
): NewlyBought {
  const draft = draftShipment(deps, actor, input, { ...create, quote: true });
  const request = quoteShipment(deps, { ...subjectOf(deps, draft, create.only), answers });
  const now = deps.now();
  const offer = cheapestOf(
    request.offers.filter(({ expires_at }) => expires_at === null || expires_at > now),
  );
  if (offer === undefined) throw noOffer(request.ineligible);
  let fresh: FreshPurchase | undefined;
  const reserved = buyOffer(
    deps,
    actor,
    { shipment: draft, offer, options },
    {
      opened(row) {
        saveRateRequest(deps, request);
        writeShipment(
          deps,
          draft,
          { status: "OFFER_ACCEPTED" },
          { events: "quoted purchaseOpened", source_id: row.id },
        );
        return enqueuePurchase(deps, row);
      },
      bought(row, snapshot) {
        // The snapshot holds the offer, so a rate request with a single offer need not be stored.
        if (request.offers.length > 1) saveRateRequest(deps, request);
        const shipment = writeShipment(
          deps,
          draft,
          { ...purchaseColumns(row, offer), status: "TRACKING_CODE_CREATED" },
          { events: "quoted purchaseOpened bought", source_id: row.id },
        );
        if (request.offers.length === 1)
          fresh = { row, snapshot, parts: partsOfPurchase(shipment, snapshot, draft.order) };
      },
    },
  );
  return { ...reserved, shipmentID: draft.columns.id, fresh };
}
