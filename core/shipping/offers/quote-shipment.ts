/**
 * Asks the carriers for prices: one rate request per shipment and size. Local carriers answer
 * inside the transaction; each remote carrier is asked by a job with a deadline, so that a crash
 * cannot leave a shipment waiting forever.
 */
import type { Carrier, NamedService, Quotes, RemoteCarrier } from "../carriers/carrier.ts";
import type { Consignment } from "../carriers/consignment.ts";
import type { IneligibleService } from "../carriers/ineligible.schema.ts";
import { type Outcome } from "../carriers/carrier.ts";
import { ineligibleBecause } from "../carriers/ineligible.ts";
import type { ShippingDeps } from "../deps.ts";
import { isInTestMode } from "../../organizations/organizations.service.ts";
import { offersOf, type CarrierAnswer } from "./make-offers.ts";
import { dropQuotes, enqueueQuote, isAsked } from "./quote-queue.ts";
import {
  findRateRequest,
  insertOffer,
  writeRateRequest,
  type OfferRow,
  type RateRequestRow,
} from "./offers.store.ts";

export type QuoteSubject = {
  readonly shipmentID: string;
  readonly organizationID: string;
  readonly test: boolean;
  /**
   * Undefined when the size is missing: no carrier is asked, and the list is empty and complete.
   */
  readonly consignment: Consignment | undefined;
  /**
   * Keeps only this service's offers and awaits no answers: a one-step purchase names its service.
   */
  readonly only?: NamedService;
  /** Answers of remote carriers for such a purchase, obtained before its transaction. */
  readonly answers?: readonly CarrierAnswer[];
};

/**
 * A rate request that is not written yet. `offers`: the offers of local carriers; `asked`: carriers
 * that answer later.
 */
export type RateRequest = {
  readonly row: Omit<RateRequestRow, "createdAt">;
  readonly isFirst: boolean;
  readonly organizationID: string;
  readonly offers: readonly OfferRow[];
  readonly asked: readonly RemoteCarrier[];
  readonly ineligible: readonly IneligibleService[];
};

/**
 * Asks the carriers of a shipment; writes nothing.
 *
 * @param lastRequestNo Number of the shipment's last rate request, 0 before the first.
 */
export function quoteShipment(
  deps: Pick<ShippingDeps, "db" | "now" | "newId" | "carriers">,
  subject: QuoteSubject,
  lastRequestNo = 0,
): RateRequest {
  const { consignment, only } = subject;
  const now = deps.now();
  // Two disconnected stations that ask for one shipment get different numbers, so that offers of
  // the request that loses are not shown with offers of the request that wins.
  const requestNo = Math.max(lastRequestNo + 1, Date.parse(now));
  const carriers = consignment === undefined ? [] : carriersFor(deps, subject);
  const local = carriers.flatMap((carrier) =>
    carrier.place === "local" && consignment !== undefined
      ? { carrier, quotes: quotesOf(carrier, carrier.quote(consignment, only?.code)) }
      : [],
  );
  const answers = [...local, ...(subject.answers ?? [])].map((answer) => keepOnly(answer, only));
  const asked =
    only === undefined
      ? carriers
          .filter((carrier) => carrier.place === "remote")
          .filter((carrier) => isAskedNow(carrier, consignment))
      : [];
  const offers =
    consignment === undefined
      ? []
      : answers.flatMap((answer) =>
          offersOf(deps, { shipmentID: subject.shipmentID, requestNo, consignment }, answer),
        );
  const main = offers.filter((o) => o.parentOfferID === null).length;
  const ineligible = answers.flatMap((answer) => answer.quotes.ineligible);
  const row = {
    id: subject.shipmentID,
    updatedAt: now,
    requestNo,
    requested: main + asked.length,
    completed: main,
    ineligible: JSON.stringify(ineligible),
  };
  return {
    row,
    isFirst: lastRequestNo === 0,
    organizationID: subject.organizationID,
    offers,
    asked,
    ineligible,
  };
}

/**
 * Lists the carriers that quote for a shipment. A test shipment gets only the test carrier, which
 * quotes for no other shipment. Carriers with sample prices quote only when there are no real
 * prices, or for an organization in test mode.
 */
export function carriersFor(
  deps: Pick<ShippingDeps, "carriers" | "db">,
  { organizationID, test }: Pick<QuoteSubject, "organizationID" | "test">,
): readonly Carrier[] {
  const all = deps.carriers
    .list(organizationID)
    .filter((carrier) => isForTests(carrier) === test && carrier.can.has("quote"));
  return withoutSamples(
    all,
    ({ isSample }) => isSample === true,
    () => isInTestMode(deps, organizationID),
  );
}

function isAskedNow(
  { isAskedByHand, isAskedByRule }: RemoteCarrier,
  consignment: Consignment | undefined,
): boolean {
  if (isAskedByHand !== true) return true;
  return consignment !== undefined && isAskedByRule?.(consignment) === true;
}

function isForTests(carrier: Carrier): boolean {
  return carrier.kind === "test" || (carrier.place === "remote" && carrier.isTest === true);
}

/**
 * Leaves out samples when there are real prices, unless the organization is in test mode.
 *
 * @param isSample Returns whether a carrier's prices are samples.
 */
export function withoutSamples<Carrier>(
  all: readonly Carrier[],
  isSample: (carrier: Carrier) => boolean,
  isInTestMode: () => boolean,
): readonly Carrier[] {
  const real = all.filter((carrier) => !isSample(carrier));
  return real.length === 0 || real.length === all.length || isInTestMode() ? all : real;
}

/**
 * Saves a rate request: offers of earlier rate requests can no longer be accepted. Needs an open
 * transaction; wake the queue after it.
 */
export function saveRateRequest(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  { row, isFirst, organizationID, offers, asked }: RateRequest,
): void {
  if (!isFirst) dropQuotes(deps, row.id);
  for (const carrier of asked)
    enqueueQuote(deps, { shipmentID: row.id, organizationID, requestNo: row.requestNo, carrier });
  for (const offer of offers) insertOffer(deps.db, offer);
  writeRateRequest(deps.db, row, isFirst);
}

/**
 * Asks the carriers of a stored shipment again and writes their answers; needs an open transaction.
 */
export function quoteAgain(
  deps: Pick<ShippingDeps, "db" | "now" | "newId" | "carriers">,
  subject: QuoteSubject,
): void {
  saveRateRequest(
    deps,
    quoteShipment(deps, subject, findRateRequest(deps.db, subject.shipmentID)?.requestNo ?? 0),
  );
}

/**
 * Asks the carriers that are asked by hand, if they were not asked in the last rate request. Needs
 * an open transaction; wake the queue after it.
 */
export function askByHand(
  deps: Pick<ShippingDeps, "db" | "now" | "newId" | "carriers">,
  { shipmentID, organizationID, test, consignment }: QuoteSubject,
): void {
  const request = findRateRequest(deps.db, shipmentID);
  if (request === undefined || consignment === undefined) return;
  const { requestNo } = request;
  const asked = carriersFor(deps, { organizationID, test })
    .filter((carrier) => carrier.place === "remote")
    .filter(({ isAskedByHand }) => isAskedByHand === true)
    .filter((carrier) => !isAsked(deps, { shipmentID, requestNo, carrier }));
  if (asked.length === 0) return;
  for (const carrier of asked)
    enqueueQuote(deps, { shipmentID, organizationID, requestNo, carrier });
  const { createdAt: _, ...row } = request;
  const requested = request.requested + asked.length;
  writeRateRequest(deps.db, { ...row, updatedAt: deps.now(), requested }, false);
}

/**
 * Converts a carrier's outcome to quotes. When the carrier as a whole quotes nothing, its reason
 * replaces the reasons of its services.
 */
export function quotesOf({ name }: Pick<Carrier, "name">, outcome: Outcome<Quotes>): Quotes {
  if (outcome.outcome === "done") return outcome.value;
  const whole = { providerCode: "", providerServiceCode: "", name };
  return {
    quotes: [],
    ineligible: [
      outcome.outcome === "refused"
        ? { ...whole, code: "OTHER", reason: outcome.reason }
        : ineligibleBecause(whole, "NOT_REACHED"),
    ],
  };
}

function keepOnly(answer: CarrierAnswer, only: QuoteSubject["only"]): CarrierAnswer {
  if (only === undefined) return answer;
  const { quotes, ineligible } = answer.quotes;
  const wanted = quotes.filter(
    (quote) =>
      quote.providerServiceCode === only.code &&
      (quote.providerAccountID === only.accountID ||
        // A program names a marketplace's service as it would name it there, without our account.
        (only.accountID === null && answer.carrier.kind === "marketplace")),
  );
  return { ...answer, quotes: { quotes: wanted, ineligible } };
}
