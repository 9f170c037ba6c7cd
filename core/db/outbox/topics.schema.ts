/**
 * The topics of facts and what each fact carries: one map for those who record facts, for GET
 * /events and for the screen. Topics are published: add, never rename.
 */
import { z } from "zod";

const printJobFact = z.object({ status: z.string(), shipmentID: z.uuid() });
const deliveryFact = z.object({ deliveryID: z.uuid(), state: z.string() });
const statusFact = z.object({ statusCode: z.string() });

/** Topic → the payload of its facts; the subject's id stands beside it. */
export const TOPICS = {
  /** Subject: a shipment. Null when something other than its status has changed. */
  "shipment.changed": statusFact.nullable(),
  /**
   * Subject: a shipment. The whole shipment as it was then, for receivers that are called later.
   */
  "tracking.updated": z.looseObject({ id: z.uuid(), statusCode: z.string() }),
  /** Subject: a transaction whose label is bought. */
  "transaction.done": z.object({ shipmentID: z.uuid() }),
  /** Subject: an organization. Its balance in its currency, "12.50". */
  "balance.changed": z.object({ balance: z.string() }),
  /** Subject: an organization. How many orders an order file brought in. */
  "import.done": z.object({ added: z.number().int(), reopened: z.number().int() }),
  /** Subject: an address of the book, or one of several that changed together. */
  "address.changed": z.null(),
  /** Subject: a print job. */
  "printjob.changed": printJobFact,
  /** Subject: a batch of labels. */
  "printbatch.changed": z.object({ status: z.string() }),
  /** Subject: a printer, or "" when the role of labels was removed. */
  "printer.changed": z.null(),
  /** Subject: a printer that another station shares, or this one. */
  "sharedprinter.changed": z.null(),
  /** Subject: a print that one station asks another for. */
  "printrequest.changed": z.object({ state: z.string(), shipmentID: z.uuid() }),
  /** Subject: a webhook. One of its deliveries has a new state. */
  "webhook.changed": deliveryFact,
  /** Subject: the question whether a web page may use the station. */
  "pairing.asked": z.object({ origin: z.string() }),
} as const;

/**
 * What the desk's screen is told of and nobody records: no commit made it true, and after a restart
 * it is read anew. Subject: "". `sync.changed`: the connection with the hub, or which order is open
 * at another station. `snapshot.taken`: much of the organization's data has come at once, without a
 * fact of each row.
 */
export type LiveTopic = "sync.changed" | "snapshot.taken";

export type Topic = keyof typeof TOPICS;
export type PayloadOf<T extends Topic> = z.input<(typeof TOPICS)[T]>;
