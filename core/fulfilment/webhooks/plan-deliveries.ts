/**
 * Plans deliveries from facts. Writes in one transaction: one row for each active webhook and
 * tracking fact, the row's job if this station is responsible, and the cursor. After a crash the
 * facts are read again from the cursor, and existing rows are not written twice. A delivery for
 * which another station is responsible waits without a job until that station has delivered the
 * event or this station becomes responsible.
 */
import { derivedId } from "../../base/derived-id.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { moveCursor, readCursor, readFacts } from "../../db/outbox/outbox.service.ts";
import { isOwnUpdate } from "../../shipping/shipments/record-tracking.ts";
import { isOnOwnMachine } from "./check-target.ts";
import * as deliveries from "./deliveries.store.ts";
import { giveUpChunk } from "./give-up-deleted.ts";
import { enqueueDelivery, nextTryAt } from "./enqueue-delivery.ts";
import { giveUpOverdue } from "./give-up-overdue.ts";
import { listActive, listAll, listDeleted } from "./webhooks.store.ts";

const READER = "webhooks";
const TOPIC = "tracking.updated";
const AT_ONCE = 1_000;
const DISPATCHED_AT_ONCE = 200;

/**
 * Result of a step. `more`: another step has work. `waiting`: only deliveries without a job are
 * left.
 */
type Dispatched = "more" | "waiting" | "none";

export type Planner = {
  /** Plans the deliveries of the next facts. Returns whether there may be more facts. */
  next(): boolean;
  /**
   * Creates the jobs of some waiting events for which this station is responsible now. A round
   * through all waiting events takes several calls: after days without its receiver, a webhook has
   * very many events.
   */
  dispatch(): Dispatched;
  /** Restarts the round because the responsibility for webhooks has changed. */
  turnsChanged(): void;
};

/**
 * Creates a planner that starts at the stored cursor.
 *
 * @returns A planner that works in short steps, so that no step blocks the writer for long.
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
      const wanted = facts.filter((fact) => fact.topic === TOPIC && fact.organizationID !== null);
      // Irrelevant facts move the stored cursor only once per AT_ONCE facts: writing it after each
      // fact would cost every purchase a disk sync.
      if (wanted.length > 0 || upTo - stored >= AT_ONCE) {
        inTransaction(deps, () => {
          for (const fact of wanted)
            plan(deps, {
              seq: fact.seq,
              id: fact.id,
              at: fact.createdAt,
              organizationID: fact.organizationID ?? "",
              shipmentID: fact.subjectID,
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

/**
 * Gives up the deliveries of deleted webhooks, and dispatches the waiting deliveries of active
 * webhooks. Each yield lets other work of the core's thread run.
 *
 * @returns Whether a delivery still waits.
 */
function* dispatchRound(deps: WriteDeps & Pick<FulfilmentDeps, "turns">): Generator<void, boolean> {
  let isWaiting = false;
  for (const webhook of listDeleted(deps.db)) while (giveUpChunk(deps, webhook)) yield;
  for (const webhook of listAll(deps.db))
    if (webhook.isActive === 1 && (yield* dispatchOf(deps, webhook))) isWaiting = true;
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
  for (const webhook of listActive(db, fact.organizationID)) {
    // This station never calls a receiver on another station's machine.
    if (deps.turns.isElsewhere(webhook)) continue;
    const isOwn = isOwnUpdate(deps, fact.shipmentID, fact.id);
    // The registering station compares its own events with the webhook by outbox position; all
    // other events are compared by time.
    if (isOwn && webhook.sinceSeq > 0 ? fact.seq <= webhook.sinceSeq : fact.at < webhook.createdAt)
      continue;
    // A disconnected station delivers its own events, and publishes its attempts after the events.
    // So a late event of another station waits until these attempts have arrived.
    const isHeld = !isOwn && !isOnOwnMachine(webhook.url);
    const heldUntil = isHeld ? deps.turns.heldUntil(fact.at) : "";
    const planned = {
      id: derivedId("delivery", webhook.id, fact.id),
      createdAt: fact.at,
      updatedAt: fact.at,
      webhookID: webhook.id,
      factSeq: fact.seq,
      eventID: fact.id,
      shipmentID: fact.shipmentID,
    };
    deliveries.insertDelivery(db, {
      ...planned,
      isOwn: isOwn ? 1 : 0,
      isQueued: 0,
      // A later event of the same parcel must not overtake it.
      heldUntil: heldUntil === "" ? deliveries.findHeldUntil(db, planned) : heldUntil,
    });
    const delivery = deliveries.findOfEvent(db, webhook.id, fact.id);
    if (delivery !== undefined && isReady(deps, webhook, delivery))
      enqueueDelivery(deps, webhook, delivery);
  }
}

/** Dispatches one webhook's waiting deliveries. Returns whether a delivery still waits. */
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
    after = some.at(-1)?.factSeq ?? after;
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
    delivery.isQueued === 0 &&
    delivery.heldUntil <= deps.now() &&
    deps.turns.isMine(webhook, delivery)
  );
}
