/**
 * From facts to deliveries: one row for each webhook that is sent a fact, its job where it is this
 * station's turn, and the cursor, in one transaction. After a crash the facts are read again from
 * the cursor, and rows that are there already are not written twice. What is not this station's
 * turn waits without a job, until another station has delivered it or the turn has come here.
 */
import { derivedId } from "../../base/derived-id.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { moveCursor, readCursor, readFacts } from "../../db/outbox/outbox.service.ts";
import { isOwnUpdate } from "../../shipping/shipments/record-tracking.ts";
import { isOnOwnMachine } from "./check-target.ts";
import * as deliveries from "./deliveries.store.ts";
import { endSome } from "./end-deleted.ts";
import { enqueueDelivery, nextTryAt } from "./enqueue-delivery.ts";
import { giveUpOverdue } from "./give-up-overdue.ts";
import { listActive, listAll, listDeleted } from "./webhooks.store.ts";

const READER = "webhooks";
const TOPIC = "tracking.updated";
const AT_ONCE = 1_000;
const DISPATCHED_AT_ONCE = 200;
/**
 * What another station made while it was cut off it delivers itself, and says so behind its events.
 */
const LATE_MS = 10_000;
const HELD_MS = 30_000;

/** `more`: another turn has something to do. `waiting`: nothing but what waits for its turn. */
type Dispatched = "more" | "waiting" | "none";

export type Planner = {
  /** Plans what the next facts ask for. @returns Whether there may be more. */
  next(): boolean;
  /**
   * Writes the jobs of some events that wait and are this station's turn now. A round through all of
   * them takes several calls: after days without its receiver a webhook has very many.
   */
  dispatch(): Dispatched;
  /** The turns have changed: what was looked at in this round is looked at once more. */
  turnsChanged(): void;
};

/**
 * Begins at the stored cursor.
 * @returns What plans in turns, so that one turn does not hold up the writer for long.
 */
export function createPlanner(
  deps: WriteDeps & Pick<FulfilmentDeps, "faultPoint" | "turns">,
): Planner {
  let stored = readCursor(deps, READER);
  let read = stored;
  let round: Generator<void, boolean> | undefined;
  let isStale = false;
  return {
    next() {
      const facts = readFacts(deps, read, AT_ONCE);
      const upTo = facts.at(-1)?.seq ?? read;
      const wanted = facts.filter((fact) => fact.topic === TOPIC && fact.organization_id !== null);
      // Facts of no interest move the stored cursor in strides: writing it after each would cost
      // every purchase a sync.
      if (wanted.length > 0 || upTo - stored >= AT_ONCE) {
        inTransaction(deps, () => {
          for (const fact of wanted)
            plan(deps, {
              seq: fact.seq,
              id: fact.id,
              at: fact.created_at,
              organizationID: fact.organization_id ?? "",
              shipmentID: fact.subject_id,
            });
          moveCursor(deps, READER, upTo);
        });
        stored = upTo;
        isStale ||= wanted.length > 0;
        deps.faultPoint("webhook.planned");
      }
      read = upTo;
      return facts.length === AT_ONCE;
    },
    dispatch() {
      if (round === undefined) {
        isStale = false;
        round = dispatchRound(deps);
      }
      let step: IteratorResult<void, boolean>;
      try {
        step = round.next();
      } catch (error) {
        round = undefined;
        throw error;
      }
      if (step.done !== true) return "more";
      round = undefined;
      if (isStale) return "more";
      return step.value ? "waiting" : "none";
    },
    turnsChanged: () => void (isStale = true),
  };
}

/** Each yield is a turn of the core's thread. @returns Whether anything waits, whose turn may come. */
function* dispatchRound(deps: WriteDeps & Pick<FulfilmentDeps, "turns">): Generator<void, boolean> {
  let isWaiting = false;
  for (const webhook of listDeleted(deps.db)) while (endSome(deps, webhook)) yield;
  for (const webhook of listAll(deps.db))
    if (webhook.is_active === 1 && (yield* dispatchOf(deps, webhook))) isWaiting = true;
  return isWaiting;
}

type FactToSend = {
  readonly seq: number;
  readonly id: string;
  readonly at: string;
  readonly organizationID: string;
  readonly shipmentID: string;
};

function plan(
  deps: Pick<FulfilmentDeps, "db" | "now" | "newId" | "turns">,
  fact: FactToSend,
): void {
  const { db } = deps;
  const now = deps.now();
  for (const webhook of listActive(db, fact.organizationID)) {
    // A receiver at another station's own machine is never called from here.
    if (deps.turns.isElsewhere(webhook)) continue;
    const isOwn = isOwnUpdate(deps, fact.shipmentID, fact.id);
    // The station that registered it knows by its outbox which of its own events came after it; all
    // others go by time.
    if (
      isOwn && webhook.since_seq > 0 ? fact.seq <= webhook.since_seq : fact.at < webhook.created_at
    )
      continue;
    const isLate =
      !isOwn && !isOnOwnMachine(webhook.url) && Date.parse(now) - Date.parse(fact.at) > LATE_MS;
    const planned = {
      id: derivedId("delivery", webhook.id, fact.id),
      created_at: fact.at,
      updated_at: fact.at,
      webhook_id: webhook.id,
      fact_seq: fact.seq,
      event_id: fact.id,
      shipment_id: fact.shipmentID,
    };
    deliveries.insertDelivery(db, {
      ...planned,
      is_own: isOwn ? 1 : 0,
      is_queued: 0,
      held_until: isLate ? new Date(Date.parse(now) + HELD_MS).toISOString() : "",
    });
    const delivery = deliveries.findOfEvent(db, webhook.id, fact.id);
    if (delivery !== undefined && isReady(deps, webhook, delivery))
      enqueueDelivery(deps, webhook, delivery);
  }
}

/** @returns Whether something waits still. */
function* dispatchOf(
  deps: WriteDeps & Pick<FulfilmentDeps, "turns">,
  webhook: ReturnType<typeof listAll>[number],
): Generator<void, boolean> {
  const { db } = deps;
  yield* giveUpOverdue(deps, webhook);
  let after = 0;
  let isWaiting = false;
  for (;;) {
    const isShared = deps.turns.share(webhook) !== "none";
    const some = deliveries.listWaiting(db, {
      webhookID: webhook.id,
      after,
      atMost: isShared ? DISPATCHED_AT_ONCE : 1,
    });
    const ready = some.filter((delivery) => isReady(deps, webhook, delivery));
    if (ready.length > 0)
      inTransaction(deps, () =>
        ready.forEach((delivery) =>
          enqueueDelivery(deps, webhook, delivery, nextTryAt(deps, delivery.id)),
        ),
      );
    isWaiting ||= ready.length < some.length;
    if (!isShared || some.length < DISPATCHED_AT_ONCE) return isWaiting;
    after = some.at(-1)?.fact_seq ?? after;
    yield;
  }
}

function isReady(
  deps: Pick<FulfilmentDeps, "now" | "turns">,
  webhook: ReturnType<typeof listAll>[number],
  delivery: deliveries.DeliveryRow,
): boolean {
  return (
    delivery.state === "PENDING" &&
    delivery.is_queued === 0 &&
    delivery.held_until <= deps.now() &&
    deps.turns.isMine(webhook, delivery)
  );
}
