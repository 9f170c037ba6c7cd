/**
 * Cuts and transliterates a consignment's texts by its carrier's rules before every remote
 * operation. No other file does this.
 */
import { applyTextRules, type TextRules } from "./carrier-text.ts";
import type { RemoteCarrier } from "./carrier.ts";
import type { Connection } from "./connection.ts";
import type { Consignment } from "./consignment.ts";

const ruled = new WeakMap<RemoteCarrier, RemoteCarrier>();

/**
 * Wraps a carrier, so that its operations get consignments whose texts follow the carrier's rules.
 * Returns the same wrapper for the same carrier, and a carrier without rules unchanged.
 */
export function withTextRules(carrier: RemoteCarrier): RemoteCarrier {
  if (carrier.textRules === undefined) return carrier;
  const made = ruled.get(carrier) ?? ruledBy(carrier, carrier.textRules);
  ruled.set(carrier, made);
  return made;
}

function ruledBy(carrier: RemoteCarrier, rules: TextRules): RemoteCarrier {
  const sent = <R extends { readonly consignment: Consignment }>(request: R): R =>
    sentBy(request, rules);
  const { find, cancel, label, track } = carrier;
  return {
    ...carrier,
    quote: (consignment, signal, key) =>
      carrier.quote(applyTextRules(consignment, rules).consignment, signal, key),
    buy: (request, signal) => carrier.buy(sent(request), signal),
    ...(find === undefined
      ? {}
      : { find: (request, signal) => find.call(carrier, sent(request), signal) }),
    ...(cancel === undefined
      ? {}
      : { cancel: (request, signal) => cancel.call(carrier, sent(request), signal) }),
    ...(label === undefined
      ? {}
      : { label: (request, signal) => label.call(carrier, sent(request), signal) }),
    ...(track === undefined
      ? {}
      : { track: (requests, signal) => track.call(carrier, requests.map(sent), signal) }),
  };
}

/** Wraps the operations of a connection in the same way. */
export function withAnnouncedTextRules(connection: Connection): Connection {
  const { textRules, announce, check, buy, find, registerRecipient } = connection;
  if (textRules === undefined) return connection;
  const ruledText = (consignment: Consignment): Consignment =>
    applyTextRules(consignment, textRules).consignment;
  return {
    ...connection,
    ...(buy === undefined
      ? {}
      : { buy: (request, signal) => buy.call(connection, sentBy(request, textRules), signal) }),
    ...(find === undefined
      ? {}
      : { find: (request, signal) => find.call(connection, sentBy(request, textRules), signal) }),
    ...(registerRecipient === undefined
      ? {}
      : {
          registerRecipient: (consignment, signal) =>
            registerRecipient.call(connection, ruledText(consignment), signal),
        }),
    ...(announce === undefined
      ? {}
      : {
          announce: (request, signal) =>
            announce.call(connection, sentBy(request, textRules), signal),
        }),
    ...(check === undefined
      ? {}
      : { check: (consignment) => check.call(connection, ruledText(consignment)) }),
  };
}

function sentBy<R extends { readonly consignment: Consignment }>(request: R, rules: TextRules): R {
  return { ...request, consignment: applyTextRules(request.consignment, rules).consignment };
}
