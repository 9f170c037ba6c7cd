/**
 * Asking the carriers for prices: one round per shipment and size. Local carriers answer inside the commit; remote
 * ones are written down with a deadline first, so that a crash cannot leave a shipment waiting for ever.
 */
import { withTaxes } from "../base/money.ts";
import type { Carrier, Quote, QuoteRequest, Quotes } from "../carriers/carrier.ts";
import type { Deps } from "../deps.ts";
import { taxRatesAt } from "../prices/tax-rates.ts";
import { deletePendingOf, findRound, insertOffer, insertPending, writeRound, type OfferRow } from "./offers.store.ts";

export type QuoteSubject = {
  readonly shipmentID: string;
  readonly test: boolean;
  /** null: no size given; no carrier is asked, and the list is empty and complete. */
  readonly request: QuoteRequest | null;
  /** Only this service's offers are kept: a one-step purchase names its service. */
  readonly only?: (quote: Quote) => boolean;
};

/** Begins a new round. Inside a commit. @returns The offers that are there at once. */
export function quoteShipment(deps: Deps, subject: QuoteSubject): OfferRow[] {
  const { request } = subject;
  const now = deps.now();
  const round = (findRound(deps.db, subject.shipmentID)?.round ?? 0) + 1;
  if (round > 1) deletePendingOf(deps.db, subject.shipmentID);
  const asked = request === null ? [] : [...deps.carriers.values()].filter((c) => (c.kind === "test") === subject.test);
  const answers = asked.map((carrier) => (carrier.place === "local" && request !== null ? answerOf(carrier, carrier.quote(request), subject) : undefined));
  const remote = subject.only === undefined ? asked.filter((c) => c.place === "remote") : [];
  for (const carrier of remote) {
    const deadline = new Date(Date.parse(now) + carrier.deadlineMs).toISOString();
    insertPending(deps.db, { shipment_id: subject.shipmentID, round, carrier_kind: carrier.kind, name: carrier.name, deadline_at: deadline });
  }
  const offers = answers.flatMap((a) => (a === undefined || request === null ? [] : saveQuotes(deps, subject.shipmentID, round, a, request)));
  writeRound(deps.db, {
    shipment_id: subject.shipmentID,
    updated_at: now,
    round,
    requested: offers.filter((o) => o.parent_offer_id === null).length + remote.length,
    completed: offers.filter((o) => o.parent_offer_id === null).length,
    missing: JSON.stringify(answers.flatMap((a) => a?.quotes.missing ?? [])),
  });
  return offers;
}

type CarrierAnswer = { readonly carrier: Carrier; readonly quotes: Quotes };

function answerOf(carrier: Carrier, quotes: Quotes, subject: QuoteSubject): CarrierAnswer {
  const { only } = subject;
  return { carrier, quotes: only === undefined ? quotes : { quotes: quotes.quotes.filter(only), missing: quotes.missing } };
}

/** Writes the offers of one carrier's answer, sub-offers after their parent. */
export function saveQuotes(deps: Deps, shipmentID: string, round: number, answer: CarrierAnswer, request: QuoteRequest): OfferRow[] {
  const rates = taxRatesAt(request.at);
  const rows: OfferRow[] = [];
  for (const quote of answer.quotes.quotes) {
    const taxed = withTaxes(quote.amount, rates);
    const parent: OfferRow = {
      id: deps.newId(),
      created_at: deps.now(),
      organization_id: request.organizationID,
      shipment_id: shipmentID,
      round,
      parent_offer_id: null,
      schedule_date: null,
      carrier_kind: answer.carrier.kind,
      provider_code: quote.providerCode,
      provider_service_code: quote.providerServiceCode,
      service_name: quote.serviceName,
      provider_account_id: quote.providerAccountID,
      provider_account_name: quote.providerAccountName,
      ...priceColumns(taxed),
      estimated_hours: quote.estimatedHours,
      duration_terms: quote.durationTerms,
      rating: quote.rating,
      expires_at: quote.expiresAt,
      details: JSON.stringify(quote.details),
    };
    rows.push(parent);
    for (const { scheduleDate, amount } of quote.appointments) {
      rows.push({ ...parent, id: deps.newId(), parent_offer_id: parent.id, schedule_date: scheduleDate, ...priceColumns(withTaxes(amount, rates)) });
    }
  }
  for (const row of rows) insertOffer(deps.db, row);
  return rows;
}

function priceColumns(price: ReturnType<typeof withTaxes>) {
  return { amount_minor: price.amount, tax_minor: price.tax, vat_minor: price.vat, total_minor: price.total };
}
