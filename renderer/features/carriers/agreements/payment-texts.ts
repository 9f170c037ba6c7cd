/** Reads the typed payment of an agreement. Pure. */
import { readAmount } from "../../../lib/read-amount.ts";
import type { PaymentTexts } from "./PaymentFields.tsx";

type Payment = {
  readonly onAccount: boolean;
  readonly creditLimit: string | null;
  readonly needsAccount: boolean;
};

/** Returns the payment; undefined when the limit is no amount. An empty limit means none. */
export function paymentOf({ payment, creditLimit, offers }: PaymentTexts): Payment | undefined {
  const onAccount = payment === "account";
  const hasLimit = onAccount && creditLimit.trim() !== "";
  const limit = hasLimit ? readAmount(creditLimit) : null;
  return limit === undefined
    ? undefined
    : { onAccount, creditLimit: limit, needsAccount: offers === "account" };
}
