/** Buying without looking at offers: shipment and label in one request and one transaction, by the service's code. */
import { AppError } from "../base/errors.ts";
import type { Quote } from "../carriers/carrier.ts";
import type { CarrierAnswer } from "../offers/quote-shipment.ts";
import type { IneligibleService } from "../carriers/ineligible.schema.ts";
import { isTestService, TEST_SERVICE } from "../carriers/own-service.ts";
import { inSharedTransaction } from "../db/shared-transaction.ts";
import type { Actor, Deps } from "../deps.ts";
import type { ShipmentInput } from "../shipments/shipments.schema.ts";
import { askForService } from "./ask-for-service.ts";
import { awaitPurchases } from "./await-purchases.ts";
import { buyNew, type NewlyBought } from "./buy-new.ts";
import { hashRequest, listJoinable, type BuyingCall } from "./join-repeat.ts";
import type { PurchaseInput } from "./transactions.schema.ts";
import type { FreshPurchase } from "./transactions.service.ts";

/**
 * @returns The transaction's id, and what was written when it was bought now.
 * @throws AppError E1085 when the form lacks a required field, those of creating a shipment, and those of accepting.
 */
export async function buyInOneStep(deps: Deps, actor: Actor, input: PurchaseInput, { keep, requireCaller, onAnswered, responses }: BuyingCall<string>): Promise<{ transactionID: string; fresh: FreshPurchase | undefined }> {
  const { shipment, needsEmail } = formOf(input);
  const requestHash = keep === undefined ? hashRequest(actor, input) : null;
  const code = serviceOf(input, shipment);
  const accountID = shipment.test || input.providerAccountID === "" ? null : input.providerAccountID;
  const only = (quote: Quote): boolean => quote.providerServiceCode === code && quote.providerAccountID === accountID;
  const options = { print: false, requestHash, keep };
  const buy = (answers: readonly CarrierAnswer[]): Omit<NewlyBought, "shipmentID"> => {
    const [earlier] = requestHash === null ? [] : listJoinable(deps, requestHash, responses);
    if (earlier?.status === "PENDING") throw new AppError("E2008");
    if (earlier !== undefined) return { transactionID: earlier.id, jobID: undefined, fresh: undefined }; // it answers this repeat now; another one is another parcel
    return buyNew(deps, actor, { input: shipment, create: { needsEmail, only }, options, answers, noOffer: (ineligible) => noOffer(ineligible, code) });
  };
  let opened = "";
  try {
    const bought = await askForService(deps, actor, { input: shipment, create: { needsEmail, only }, requireCaller }, (answers) =>
      inSharedTransaction(deps, () => {
        const newly = buy(answers);
        responses.add((opened = newly.transactionID)); // before the COMMIT: a repeat in the same turn is another parcel
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

/** The documented form has the shipment in `shipment`; some programs send its fields flat. */
function formOf(input: PurchaseInput): { shipment: ShipmentInput; needsEmail: boolean } {
  if (input.shipment === undefined) return { shipment: input, needsEmail: false };
  if (input.providerServiceCode === "") throw new AppError("E1085", "providerServiceCode: must not be empty.");
  if (input.shipment.returnAddressID === "") throw new AppError("E1085", "shipment.returnAddressID: must not be empty when a label is bought in one step.");
  // `test` at either level makes the purchase a free one.
  return { shipment: { ...input.shipment, test: input.test || input.shipment.test }, needsEmail: true };
}

function serviceOf(input: PurchaseInput, shipment: ShipmentInput): string {
  const code = input.providerServiceCode;
  if (shipment.test && (code === "" || isTestService(code))) return TEST_SERVICE;
  if (code === "") throw new AppError("E1085", "providerServiceCode: must not be empty. To accept an offer send offerID instead.");
  return code;
}

function noOffer(ineligible: readonly IneligibleService[], code: string): AppError {
  const why = ineligible.find((m) => m.providerServiceCode === code)?.reason;
  const reason = why === undefined ? `${code} is not a service of this organization, or the parcel's size is missing` : `${code}: ${why}`;
  return new AppError("E1064", `No offer could be made. ${reason}. Nothing was bought.`);
}
