/** Finds what DHL would refuse in an order, so that it is corrected before the purchase. */
import {
  addressOf,
  collectedLiras,
  firstFault,
  turkishRecipient,
  type Check,
} from "../check-consignment.ts";
import type { Refusal } from "../connection.ts";
import type { Consignment, Party } from "../consignment.ts";

/** Longest name and address. DHL publishes no limits; other programs cut at these lengths. */
export const LONGEST_NAME = 120;
export const LONGEST_ADDRESS = 250;

/**
 * Returns the first fault; undefined when DHL accepts the order as far as is known.
 *
 * @param email The account's address for orders without one; "" for none.
 */
export function findFault(consignment: Consignment, email: string): Refusal | undefined {
  const { party, role } = otherParty(consignment);
  return firstFault([
    {
      isFault: consignment.isReturn && consignment.cashOnDelivery !== null,
      field: "cashOnDelivery",
      reason: "DHL eCommerce collects no money for a return.",
    },
    ...ofParty(party, email).map((check) => ({ ...check, field: inRole(check.field, role) })),
    ...collectedLiras("DHL eCommerce", consignment),
  ]);
}

/** Returns the party that is not the account: the recipient, or the sender of a return. */
export function otherParty({ isReturn, sender, recipient }: Consignment): {
  readonly party: Party;
  readonly role: "recipient" | "sender";
} {
  return isReturn ? { party: sender, role: "sender" } : { party: recipient, role: "recipient" };
}

/** Returns the name of a field of a party: "sender.phone" for "recipient.phone". */
export function inRole(field: string, role: "recipient" | "sender"): string {
  return field.replace(/^recipient\./, `${role}.`);
}

function ofParty(party: Party, email: string): readonly Check[] {
  const limits = [
    ["recipient.name", "name", party.name, LONGEST_NAME],
    ["recipient.address1", "address", addressOf(party), LONGEST_ADDRESS],
    ["recipient.districtName", "district", party.districtName, 80],
  ] as const;
  return [
    ...turkishRecipient("DHL eCommerce", { recipient: party }),
    ...limits.map(([field, what, text, most]) => ({
      isFault: text.trim() === "" || text.length > most,
      field,
      reason: `The ${what} must have 1 to ${most} characters.`,
    })),
    {
      isFault: party.email === "" && email === "",
      field: "recipient.email",
      reason: "DHL eCommerce requires an e-mail address.",
    },
  ];
}
