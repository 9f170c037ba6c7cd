/**
 * From facts to deliveries: one row and its job for each webhook that is sent a fact, and the cursor, in one transaction. After a
 * crash the facts are read again from the cursor, and rows that are there already are not written twice.
 */
import { inTransaction } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { moveCursor, readCursor, readFacts } from "../outbox/outbox.service.ts";
import { insertDelivery } from "./deliveries.store.ts";
import { enqueueDelivery } from "./enqueue-delivery.ts";
import { listActiveSince } from "./webhooks.store.ts";

const READER = "webhooks";
const TOPIC = "tracking.updated";
const AT_ONCE = 1_000;

export type Planner = {
  /** Plans what the next facts ask for. @returns Whether there may be more. */
  next(): boolean;
};

/** Begins at the stored cursor. @returns What plans in turns, so that one turn does not hold up the writer for long. */
export function createPlanner(deps: Deps): Planner {
  let stored = readCursor(deps, READER);
  let read = stored;
  return {
    next() {
      const facts = readFacts(deps, read, AT_ONCE);
      const upTo = facts.at(-1)?.seq ?? read;
      const wanted = facts.filter((fact) => fact.topic === TOPIC && fact.organization_id !== null);
      // Facts of no interest move the stored cursor in strides: writing it after each would cost every purchase a sync.
      if (wanted.length > 0 || upTo - stored >= AT_ONCE) {
        inTransaction(deps, () => {
          for (const fact of wanted) plan(deps, { seq: fact.seq, id: fact.id, organizationID: fact.organization_id ?? "", shipmentID: fact.subject_id });
          moveCursor(deps, READER, upTo);
        });
        stored = upTo;
        deps.faultPoint("webhook.planned");
      }
      read = upTo;
      return facts.length === AT_ONCE;
    },
  };
}

function plan(deps: Deps, fact: { seq: number; id: string; organizationID: string; shipmentID: string }): void {
  const now = deps.now();
  for (const webhook of listActiveSince(deps.db, fact.organizationID, fact.seq)) {
    const delivery = { id: deps.newId(), created_at: now, updated_at: now, webhook_id: webhook.id, fact_seq: fact.seq, event_id: fact.id, shipment_id: fact.shipmentID };
    if (insertDelivery(deps.db, delivery)) enqueueDelivery(deps, webhook, delivery);
  }
}
