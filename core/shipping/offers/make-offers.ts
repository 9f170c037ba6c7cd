/** Makes the offers of a carrier's answer. */
import { daySchema, instantsOfDays } from "../../base/turkish-day.ts";
import type { Carrier, Quote, QuoteDetails, Quotes } from "../carriers/carrier.ts";
import type { Consignment } from "../carriers/consignment.ts";
import type { ShippingDeps } from "../deps.ts";
import { insertOffer, type OfferRow } from "./offers.store.ts";

export type CarrierAnswer = { readonly carrier: Carrier; readonly quotes: Quotes };

export type OffersFor = {
  readonly shipmentID: string;
  readonly requestNo: number;
  readonly consignment: Consignment;
};

/**
 * Writes the offers of one carrier's answer, sub-offers after their parent; needs an open
 * transaction.
 */
export function saveQuotes(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  quoted: OffersFor,
  answer: CarrierAnswer,
): void {
  for (const row of offersOf(deps, quoted, answer)) insertOffer(deps.db, row);
}

/** Makes the rows of the offers of an answer, sub-offers after their parent. */
export function offersOf(
  deps: Pick<ShippingDeps, "newId" | "now">,
  { shipmentID, requestNo, consignment }: OffersFor,
  answer: CarrierAnswer,
): OfferRow[] {
  const rows: OfferRow[] = [];
  for (const quote of answer.quotes.quotes) {
    const parent: OfferRow = {
      id: deps.newId(),
      createdAt: deps.now(),
      organizationID: consignment.organizationID,
      shipmentID,
      requestNo,
      parentOfferID: null,
      scheduleDate: null,
      carrierID: answer.carrier.id,
      providerCode: quote.providerCode,
      providerServiceCode: quote.providerServiceCode,
      serviceName: quote.serviceName,
      providerAccountID: quote.providerAccountID,
      providerAccountName: quote.providerAccountName,
      ...priceColumns(quote),
      estimatedHours: quote.estimatedHours,
      promisedOn: quote.promisedOn ?? "",
      durationTerms: quote.durationTerms,
      rating: quote.rating,
      expiresAt: quote.expiresAt,
      details: detailsText(answer.carrier, quote.details),
    };
    rows.push(parent);
    for (const appointment of quote.appointments) {
      const { scheduleDate } = appointment;
      rows.push({
        ...parent,
        id: deps.newId(),
        parentOfferID: parent.id,
        scheduleDate,
        promisedOn: parent.promisedOn === "" ? "" : scheduleDate,
        expiresAt: earlier(parent.expiresAt, beginOf(scheduleDate, parent.createdAt)),
        ...priceColumns(appointment),
        ...(appointment.details === undefined
          ? {}
          : { details: detailsText(answer.carrier, { ...quote.details, ...appointment.details }) }),
      });
    }
  }
  return rows;
}

function detailsText({ isSample }: Carrier, details: QuoteDetails): string {
  return JSON.stringify(isSample === true ? { ...details, isSample: true } : details);
}

/**
 * Finds the first instant of an appointment's day; null when a remote carrier names no day, or
 * offers the day on which it answers.
 */
function beginOf(day: string, now: string): string | null {
  if (!daySchema.safeParse(day).success) return null;
  const { from } = instantsOfDays(day, 1);
  return from > now ? from : null;
}

function earlier(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b < a) ? b : a;
}

function priceColumns({ price, lines }: Pick<Quote, "price" | "lines">) {
  return {
    amountMinor: price.amount,
    taxMinor: price.tax,
    vatMinor: price.vat,
    totalMinor: price.total,
    priceLines: lines === undefined ? "" : JSON.stringify(lines),
  };
}
