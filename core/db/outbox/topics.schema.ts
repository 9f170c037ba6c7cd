/**
 * The topics of facts and their payloads: one map for the code that records facts, for GET /events
 * and for the screen. Topics are published: add, never rename.
 */
import { z } from "zod";

const printJobFact = z.object({ status: z.string(), shipmentID: z.uuid() });
const deliveryFact = z.object({ deliveryID: z.uuid(), state: z.string() });
const statusFact = z.object({ statusCode: z.string() });

/** Topic → payload of its facts; the subject's id is sent separately. */
export const TOPICS = {
  /** Subject: a shipment. Payload: null when something other than its status has changed. */
  "shipment.changed": statusFact.nullable(),
  /**
   * Subject: a shipment. Payload: the whole shipment at that time, since receivers are called
   * later.
   */
  "tracking.updated": z.looseObject({ id: z.uuid(), statusCode: z.string() }),
  /** Subject: a transaction whose label is bought. */
  "transaction.done": z.object({ shipmentID: z.uuid() }),
  /** Subject: an organization. Payload: its balance in its currency, "12.50". */
  "balance.changed": z.object({ balance: z.string() }),
  /** Subject: an organization. Payload: how many orders an order file added and reopened. */
  "import.done": z.object({ added: z.number().int(), reopened: z.number().int() }),
  /** Subject: an address of the book; if several addresses changed together, one of them. */
  "address.changed": z.null(),
  /** Subject: a print job. */
  "printjob.changed": printJobFact,
  /** Subject: a batch of labels. */
  "printbatch.changed": z.object({ status: z.string() }),
  /** Subject: a printer, or "" when the role of labels was removed. */
  "printer.changed": z.null(),
  /** Subject: a printer that this or another station shares. */
  "sharedprinter.changed": z.null(),
  /** Subject: a print that one station requests from another. */
  "printrequest.changed": z.object({ state: z.string(), shipmentID: z.uuid() }),
  /** Subject: a webhook. One of its deliveries has changed its state. */
  "webhook.changed": deliveryFact,
  /** Subject: a hand-over, which ends the loading of a carrier's truck. */
  "handover.changed": z.null(),
  /** Subject: an organization, whose products or their settings have changed. */
  "product.changed": z.null(),
  /** Subject: an organization, whose sources of orders have changed. */
  "ordersource.changed": z.null(),
  /** Subject: the account of a move from another server, whose state has changed. */
  "movein.changed": z.null(),
  /** Subject: the request of a web page to use the station. */
  "pairing.asked": z.object({ origin: z.string() }),
} as const;

/**
 * Topics that the desk's screen receives but nobody records, because they do not come from a
 * transaction; after a restart the screen reads the current state. `sync.changed`: the connection
 * with the hub has changed, or another station has opened or closed an order. `orderfolder.changed`: the state of the watched folder. `snapshot.taken`:
 * much of the organization's data has arrived at once, without a fact for each row. `scale.changed`:
 * the state or weight of a scale has changed; its id is the subject. `scanner.read`: serial scanners
 * have read codes, which wait for the window. `signin.changed`: somebody has signed in at the desk, or
 * the desk is locked. Other subjects are "".
 */
export type LiveTopic =
  | "sync.changed"
  | "snapshot.taken"
  | "scale.changed"
  | "scanner.read"
  | "orderfolder.changed"
  | "signin.changed";

export type Topic = keyof typeof TOPICS;
export type PayloadOf<T extends Topic> = z.input<(typeof TOPICS)[T]>;
