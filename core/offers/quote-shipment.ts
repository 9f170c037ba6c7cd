/**
 * Asking the carriers for prices: one round per shipment and size. Local carriers answer inside the commit; remote
 * ones are written down with a deadline first, so that a crash cannot leave a shipment waiting for ever.
 */
import { withTaxes } from "../base/money.ts";
import type { Carrier, Quote, QuoteRequest, Quotes } from "../carriers/carrier.ts";
import type { Missing } from "../carriers/missing.schema.ts";
import type { Deps } from "../deps.ts";
import { taxRatesAt } from "../prices/tax-rates.ts";
import { deletePendingOf, findRound, insertOffer, insertPending, writeRound, type OfferRow, type PendingRow, type RoundRow } from "./offers.store.ts";

export type QuoteSubject = {
  readonly shipmentID: string;
  readonly test: boolean;
  /** null: no size given; no carrier is asked, and the list is empty and complete. */
  readonly request: QuoteRequest | null;
  /** Only this service's offers are kept: a one-step purchase names its service. */
  readonly only?: (quote: Quote) => boolean;
};

/** One round of asking the carriers, not written yet. `offers`: those that are there at once; `pending`: carriers that answer later. */
export type QuoteRound = { readonly row: Omit<RoundRow, "created_at">; readonly offers: readonly OfferRow[]; readonly pending: readonly PendingRow[]; readonly missing: readonly Missing[] };

/** Asks the carriers of a shipment. Writes nothing. @param lastRound The number of the shipment's last round, 0 before the first. */
export function quoteShipment(deps: Deps, subject: QuoteSubject, lastRound = 0): QuoteRound {
  const { request } = subject;
  const now = deps.now();
  const round = lastRound + 1;
  const asked = request === null ? [] : [...deps.carriers.values()].filter((c) => (c.kind === "test") === subject.test);
  const answers = asked.map((carrier) => (carrier.place === "local" && request !== null ? answerOf(carrier, carrier.quote(request), subject) : undefined));
  const remote = subject.only === undefined ? asked.filter((c) => c.place === "remote") : [];
  const pending = remote.map((carrier) => ({
    shipment_id: subject.shipmentID,
    round,
    carrier_kind: carrier.kind,
    name: carrier.name,
    deadline_at: new Date(Date.parse(now) + carrier.deadlineMs).toISOString(),
  }));
  const offers = answers.flatMap((a) => (a === undefined || request === null ? [] : offersOf(deps, subject.shipmentID, round, a, request)));
  const main = offers.filter((o) => o.parent_offer_id === null).length;
  const missing = answers.flatMap((a) => a?.quotes.missing ?? []);
  const row = {
    shipment_id: subject.shipmentID,
    updated_at: now,
    round,
    requested: main + remote.length,
    completed: main,
    missing: JSON.stringify(missing),
  };
  return { row, offers, pending, missing };
}

/** Offers of earlier rounds can no longer be accepted. Inside a transaction. */
export function saveRound(deps: Pick<Deps, "db">, { row, offers, pending }: QuoteRound): void {
  if (row.round > 1) deletePendingOf(deps.db, row.shipment_id);
  for (const awaited of pending) insertPending(deps.db, awaited);
  for (const offer of offers) insertOffer(deps.db, offer);
  writeRound(deps.db, row);
}

/** Asks the carriers of a stored shipment once more and writes what they answer. Inside a transaction. */
export function quoteAgain(deps: Deps, subject: QuoteSubject): void {
  saveRound(deps, quoteShipment(deps, subject, findRound(deps.db, subject.shipmentID)?.round ?? 0));
}

type CarrierAnswer = { readonly carrier: Carrier; readonly quotes: Quotes };

function answerOf(carrier: Carrier, quotes: Quotes, subject: QuoteSubject): CarrierAnswer {
  const { only } = subject;
  return { carrier, quotes: only === undefined ? quotes : { quotes: quotes.quotes.filter(only), missing: quotes.missing } };
}

/** Writes the offers of one carrier's answer, sub-offers after their parent. Inside a transaction. */
export function saveQuotes(deps: Deps, shipmentID: string, round: number, answer: CarrierAnswer, request: QuoteRequest): void {
  for (const row of offersOf(deps, shipmentID, round, answer, request)) insertOffer(deps.db, row);
}

function offersOf(deps: Pick<Deps, "newId" | "now">, shipmentID: string, round: number, answer: CarrierAnswer, request: QuoteRequest): OfferRow[] {
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
  return rows;
}

function priceColumns(price: ReturnType<typeof withTaxes>) {
  return { amount_minor: price.amount, tax_minor: price.tax, vat_minor: price.vat, total_minor: price.total };
}
