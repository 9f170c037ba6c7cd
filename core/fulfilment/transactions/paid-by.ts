/** Values of `transactions.on_account`: what pays for a label. */

/** The organization's balance, its account at the carrier, or its balance at a marketplace. */
export const PAID_BY = { balance: 0, account: 1, marketplace: 2 } as const;
