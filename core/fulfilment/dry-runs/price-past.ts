/**
 * Prices a bought shipment again by the versions that were in force when its offers were made, and
 * lets rules choose. Pure.
 */
import type { Quotes } from "../../shipping/carriers/carrier.ts";
import type { Consignment } from "../../shipping/carriers/consignment.ts";
import { chooseOffer, type Candidate } from "../../shipping/choosing/choose-offer.ts";
import type { RuleRow } from "../../shipping/choosing/choosing.service.ts";
import { candidateOf, factsOf } from "../../shipping/choosing/find-choice.ts";
import type { TurkishCalendar } from "../../shipping/geo/turkish-calendar.ts";
import { consign } from "../../shipping/shipments/consign-shipment.ts";
import type { PurchaseSnapshot } from "../../shipping/shipments/purchase-snapshot.ts";
import type { Consigned } from "../../shipping/shipments/shipment-draft.ts";
import type { WhyUnpriced } from "./dry-runs.schema.ts";

/** Quotes of one agreement at the time of the consignment. */
export type PastQuotes = { readonly agreementID: string; readonly quotes: Quotes };

export type PastCandidate = Candidate & { readonly serviceName: string };

/**
 * `bought`: the purchase. `chosen`: the offer of the rules; the purchase itself when it counts as
 * bought. `rule`: undefined when no rule decided. `why`: why it cannot be priced again.
 */
export type PricedAgain = {
  readonly bought: PastCandidate;
  readonly chosen: PastCandidate;
  readonly rule: RuleRow | undefined;
  readonly isExcluded: boolean;
  readonly why: WhyUnpriced | undefined;
};

/**
 * Prices a shipment again. The bought offer is always among the offers, at the price that was paid,
 * also when its carrier cannot be asked again. It comes before equal offers, so that only a change
 * of price or time is reported.
 *
 * @param quote Asks every agreement of the organization.
 */
export function pricePast(
  calendar: Pick<TurkishCalendar, "isHolidayNumber">,
  rules: readonly RuleRow[],
  shipment: Omit<Consigned, "boxCount">,
  { offer }: Pick<PurchaseSnapshot, "offer">,
  quote: (consignment: Consignment) => readonly PastQuotes[],
): PricedAgain {
  const bought = { ...candidateOf(offer), id: "", serviceName: offer.serviceName };
  const consignment = consign(shipment, offer.createdAt);
  if (consignment === undefined) return countAsBought(bought, "NO_SIZE");
  const answers = quote(consignment);
  const others = answers.flatMap(({ agreementID, quotes }) =>
    quotes.quotes
      .filter(
        (one) =>
          agreementID !== offer.carrierID ||
          one.providerServiceCode !== offer.providerServiceCode ||
          one.providerAccountID !== offer.providerAccountID,
      )
      .map((one, i): PastCandidate => ({
        id: `${agreementID} ${i}`,
        providerCode: one.providerCode,
        providerServiceCode: one.providerServiceCode,
        providerAccountID: one.providerAccountID,
        cost: one.price.total + (one.lines?.recipientPays ?? 0),
        estimatedHours: one.estimatedHours,
        promisedOn: one.promisedOn ?? "",
        serviceName: one.serviceName,
      })),
  );
  const isPriced = answers.some(({ quotes }) => quotes.quotes.length > 0);
  if (!isPriced) return countAsBought(bought, whyUnpriced(answers));
  const { chosen, rule, excluded } = chooseOffer(
    calendar,
    rules,
    factsOf(shipment, offer.createdAt),
    [bought, ...others],
  );
  return {
    bought,
    chosen: chosen ?? bought,
    rule,
    isExcluded: chosen === undefined && excluded.size > 0,
    why: undefined,
  };
}

function countAsBought(bought: PastCandidate, why: WhyUnpriced): PricedAgain {
  return { bought, chosen: bought, rule: undefined, isExcluded: false, why };
}

function whyUnpriced(answers: readonly PastQuotes[]): WhyUnpriced {
  const isInForce = answers.some(({ quotes }) =>
    quotes.ineligible.some(({ code }) => code !== "NOT_IN_FORCE"),
  );
  return isInForce ? "NO_OFFER" : "NOT_IN_FORCE";
}
