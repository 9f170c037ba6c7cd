/** Names of the acts for which a lead's badge is asked, in refusals and in leaves. Pure. */

/**
 * Acts for which a lead is asked. `beyond`: buying above the station's share of the balance.
 * `cancel`: cancelling a label late, or another packer's. `columns`: keeping the columns of order
 * files. `items`: buying an order whose items were not all scanned. `pass`: handing over a label that
 * its carrier does not know. `reprint`: printing a label that may have come out. `weight`: buying
 * with an unusual weight where that stops a purchase.
 */
export const LEAD_ACTS = [
  "beyond",
  "cancel",
  "columns",
  "items",
  "pass",
  "reprint",
  "weight",
] as const;
export type LeadAct = (typeof LEAD_ACTS)[number];
