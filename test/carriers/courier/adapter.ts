/**
 * The courier as a carrier: implements the carrier port with the courier's HTTP client
 * (`client.ts`) and mapping (`mapping.ts`).
 */
import { done, type RemoteCarrier, type Tracked } from "../../../core/shipping/carriers/carrier.ts";
import { callCourier, type CourierAccount } from "./client.ts";
import {
  labelRequest,
  ratesRequest,
  readFile,
  readFound,
  readInvoice,
  readLabel,
  readNothing,
  readRates,
  readScans,
} from "./mapping.ts";

/**
 * Creates the carrier.
 * @param account `id`: id of the carrier account at the station.
 * @param change Parts of the carrier to replace, such as a shorter deadline.
 */
export function createCourier(
  account: CourierAccount & { readonly id: string },
  change: Partial<RemoteCarrier> = {},
): RemoteCarrier {
  return {
    id: account.id,
    kind: "marketplace",
    name: "Courier",
    place: "remote",
    can: new Set(["quote", "buy", "find", "cancel", "label", "track", "invoice"]),
    deadlineMs: 5_000,
    quote: async (consignment, signal) =>
      readRates(
        await callCourier(
          account,
          { method: "POST", path: "/rates", body: ratesRequest(consignment) },
          signal,
        ),
      ),
    buy: async ({ key, consignment, details }, signal) =>
      readLabel(
        await callCourier(
          account,
          {
            method: "PUT",
            path: `/labels/${key}`,
            body: labelRequest(consignment, String(details["product"])),
          },
          signal,
        ),
      ),
    find: async ({ key }, signal) =>
      readFound(await callCourier(account, { method: "GET", path: `/labels/${key}` }, signal)),
    cancel: async ({ purchaseKey }, signal) =>
      readNothing(
        await callCourier(account, { method: "DELETE", path: `/labels/${purchaseKey}` }, signal),
      ),
    label: async ({ purchaseKey }, signal) =>
      readFile(
        await callCourier(account, { method: "GET", path: `/labels/${purchaseKey}/file` }, signal),
      ),
    track: async (requests, signal) => {
      const tracked: Tracked[] = [];
      for (const { purchaseKey } of requests) {
        const scans = readScans(
          await callCourier(
            account,
            { method: "GET", path: `/labels/${purchaseKey}/scans` },
            signal,
          ),
        );
        if (scans.outcome !== "done") return scans;
        tracked.push({ purchaseKey, events: scans.value });
      }
      return done(tracked);
    },
    invoice: async (month, signal) =>
      readInvoice(
        await callCourier(account, { method: "GET", path: `/invoices/${month}` }, signal),
      ),
    ...change,
  };
}

/**
 * Returns the same carrier without `find`, as a carrier that cannot look up a purchase by its key.
 */
export function withoutLookup({ find: _find, ...carrier }: RemoteCarrier): RemoteCarrier {
  return { ...carrier, can: new Set([...carrier.can].filter((operation) => operation !== "find")) };
}
