/**
 * Webhooks as their owners see them: registering, trying, and reading what was delivered. Sending
 * is `delivery-job.ts`.
 */
import { AppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import { beginAgain, dropJobs, findJob, type Job } from "../jobs/jobs.service.ts";
import type { PageOf } from "../http/paging.schema.ts";
import { findPayload, newestFact } from "../outbox/outbox.service.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { isOfHub, isSealedForOrganization } from "../sealing/organization-key.ts";
import { callReceiver } from "./call-receiver.ts";
import { checkWebhookUrl } from "./check-target.ts";
import * as deliveries from "./deliveries.store.ts";
import { attemptOf } from "./delivery-job.ts";
import { enqueueDelivery, refuseDeliveries } from "./enqueue-delivery.ts";
import { sampleShipment } from "./sample-shipment.ts";
import { newSigningSecret, sealSecret } from "./signing.ts";
import type {
  Delivery,
  ReceiverAnswer,
  Webhook,
  WebhookInput,
  WebhookType,
} from "./webhooks.schema.ts";
import * as store from "./webhooks.store.ts";

const ENDED_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Headers that are the request's own. */
const OWN_HEADERS = [
  "content-type",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "host",
  "expect",
  "upgrade",
  "te",
  "trailer",
  "x-event-id",
  "x-timestamp",
  "x-signature",
];

/**
 * @param keep Keeps the call's Idempotency-Key with the new webhook.
 * @returns The webhook, and its signing secret. No later answer has the secret or the header's
 *   value.
 * @throws AppError E2032 for a URL that may not be called; E1085 for a header that cannot be sent;
 *   E2155 while the organization's key has not come to this station.
 */
export function createWebhook(
  deps: Deps,
  actor: Actor,
  input: WebhookInput,
  keep?: (webhookID: string) => void,
): Webhook & { signingSecret: string } {
  checkWebhookUrl(deps, input.url);
  checkHeader(input.headerName, input.headerValue);
  const signingSecret = newSigningSecret();
  const now = deps.now();
  const of = { id: deps.newId(), organization_id: actor.organizationID };
  const row: store.WebhookRow = {
    id: of.id,
    created_at: now,
    updated_at: now,
    organization_id: actor.organizationID,
    type: input.type,
    url: input.url,
    header_name: input.headerName,
    format: input.format,
    is_active: input.isActive ? 1 : 0,
    signing_secret: sealSecret(deps, of, "signing_secret", signingSecret),
    since_seq: newestFact(deps),
    deleted_at: null,
    sealed_header:
      input.headerValue === "" ? null : sealSecret(deps, of, "sealed_header", input.headerValue),
    home: deps.db.stationID,
  };
  inTransaction(deps, () => {
    store.insertWebhook(deps.db, row);
    keep?.(row.id);
  });
  return { ...present(row), headerValue: input.headerValue, signingSecret };
}

/** The webhooks of all organizations, by the address that they call. */
export function listSealedWebhooks(
  deps: Pick<Deps, "db">,
): { readonly url: string; readonly organization: string }[] {
  return store.listSealed(deps.db);
}

/**
 * Takes secrets away which no key opens any more, and switches their webhooks off: none is ever
 * sent unsigned. Not where other stations still have the key. Inside a transaction.
 */
export function dropWebhookSecrets(deps: Pick<Deps, "db" | "now">): void {
  for (const webhook of store.listAll(deps.db))
    if (webhook.signing_secret !== "" && !isOfHub(deps, webhook.organization_id))
      store.dropSecrets(deps.db, webhook.id, deps.now());
}

/**
 * Secrets that an earlier version sealed with the station's own key are sealed with their
 * organization's, so that they can travel. What does not open is left.
 */
export function resealWebhooks(deps: Deps): void {
  const anew = (
    webhook: store.WebhookRow,
    column: "signing_secret" | "sealed_header",
    sealed: string,
  ): string => sealSecret(deps, webhook, column, deps.secrets.decrypt(sealed));
  for (const webhook of store.listAll(deps.db)) {
    if (webhook.signing_secret === "" || isSealedForOrganization(webhook.signing_secret)) continue;
    guarded(deps.log, "the secrets of a webhook could not be sealed anew", () => {
      const fields = {
        signing_secret: anew(webhook, "signing_secret", webhook.signing_secret),
        sealed_header:
          webhook.sealed_header === null
            ? null
            : anew(webhook, "sealed_header", webhook.sealed_header),
        home: deps.db.stationID,
      };
      inTransaction(deps, () => store.updateSecrets(deps.db, webhook.id, fields));
    });
  }
}

/** @throws AppError E2016 */
export function getWebhook(deps: Deps, actor: Actor, id: string): Webhook {
  return present(requireWebhook(deps, actor, id));
}

/** Of the actor's organization, oldest first, without deleted ones and without their secrets. */
export function listWebhooks(deps: Deps, actor: Actor): Webhook[] {
  return store.listWebhooks(deps.db, actor.organizationID).map(present);
}

/** What has not been delivered yet is given up. @throws AppError E2016 */
export function deleteWebhook(deps: Deps, actor: Actor, id: string): Webhook {
  const row = requireWebhook(deps, actor, id);
  const now = deps.now();
  inTransaction(deps, () => {
    store.markDeleted(deps.db, id, now);
    deliveries.markAllGivenUp(deps.db, id, now);
    refuseDeliveries(deps, id);
  });
  return present({ ...row, is_active: 0, updated_at: now });
}

/**
 * Sends a sample to a registered pair of type and URL.
 *
 * @returns The receiver's answer, also when it refused or could not be reached.
 * @throws AppError E2016 when the pair is not registered.
 */
export async function sendSample(
  deps: Deps,
  actor: Actor,
  pair: { type: WebhookType; url: string },
): Promise<ReceiverAnswer> {
  const same = (url: string): boolean =>
    url === pair.url ||
    (URL.canParse(url) && URL.canParse(pair.url) && new URL(url).href === new URL(pair.url).href);
  const row = store
    .listWebhooks(deps.db, actor.organizationID)
    .find((webhook) => webhook.type === pair.type && same(webhook.url));
  if (row === undefined)
    throw new AppError("E2016", "No webhook is registered with this type and URL.");
  return await callReceiver(deps, row, {
    id: deps.newId(),
    payload: JSON.stringify(sampleShipment(deps.now())),
  });
}

/** Newest first. @throws AppError E2016 */
export async function listDeliveries(
  deps: Deps,
  actor: Actor,
  webhookID: string,
  page: { limit: number; page: number; offset: number },
): Promise<PageOf<Delivery>> {
  const webhook = requireWebhook(deps, actor, webhookID);
  const { rows, attempts, totalRows } = await deliveries.listDeliveries(
    deps.reader,
    webhook.id,
    page,
  );
  const attemptsOf = (id: string): deliveries.AttemptRow[] =>
    attempts.filter((attempt) => attempt.delivery_id === id);
  return {
    rows: rows.map((row) => presentDelivery(deps, row, attemptsOf(row.id))),
    limit: page.limit,
    page: page.page,
    sort: "created_at desc",
    totalRows,
  };
}

/**
 * Of one shipment, newest first, each with where it went. The organization's own; the shipment is
 * one that the actor may see.
 */
export function listDeliveriesOf(
  deps: Deps,
  actor: Actor,
  shipmentID: string,
): (Delivery & { url: string })[] {
  const webhooks = new Map(
    store.listWebhooks(deps.db, actor.organizationID).map(({ id, url }) => [id, url]),
  );
  return deliveries
    .listOfShipment(deps.db, shipmentID)
    .filter((row) => webhooks.has(row.webhook_id))
    .map((row) => ({
      ...presentDelivery(deps, row, deliveries.listAttempts(deps.db, row.id)),
      url: webhooks.get(row.webhook_id) ?? "",
    }));
}

/**
 * Sends a delivery again as soon as it may go: one that ended, or one that waits for its next try.
 *
 * @throws AppError E2016, E2042; E2043 when its event is no longer kept.
 */
export function replayDelivery(
  deps: Deps,
  actor: Actor,
  webhookID: string,
  deliveryID: string,
): Delivery {
  const webhook = requireWebhook(deps, actor, webhookID);
  return inTransaction(deps, () => {
    const row = deliveries.findDelivery(deps.db, webhook.id, deliveryID);
    if (row === undefined) throw new AppError("E2042");
    markPending(deps, actor, row);
    // At the station whose turn it is; that one learns of it by the log.
    if (deps.turns.isMine(webhook, row)) beginAgain(deps, enqueueDelivery(deps, webhook, row));
    return presentDelivery(
      deps,
      deliveries.findDelivery(deps.db, webhook.id, row.id) ?? row,
      deliveries.listAttempts(deps.db, row.id),
    );
  });
}

/**
 * The job of a delivery that was given up begins again: the delivery is pending, and its event is
 * kept, until it ends anew. One whose webhook was deleted stays given up. Inside a transaction.
 *
 * @throws AppError E2043 when its event is no longer kept.
 */
export function reopenDelivery(deps: Deps, job: Pick<Job, "subject_id">, actor: Actor): void {
  const row = deliveries.findDeliveryByID(deps.db, job.subject_id);
  if (row !== undefined && store.findActiveWebhook(deps.db, row.webhook_id) !== undefined)
    markPending(deps, actor, row);
}

function markPending(deps: Deps, actor: Actor, delivery: deliveries.DeliveryRow): void {
  const { id, webhook_id: webhookID, fact_seq: factSeq } = delivery;
  if (findPayload(deps, factSeq) === undefined) throw new AppError("E2043");
  const at = deps.now();
  deliveries.markPending(deps.db, id, at);
  deliveries.insertAttempt(deps.db, {
    ...attemptOf(deps, actor.organizationID, delivery),
    at,
    status_code: null,
    error: "",
    duration_ms: 0,
    outcome: "REOPENED",
  });
  recordFact(deps, {
    topic: "webhook.changed",
    organizationID: actor.organizationID,
    subjectID: webhookID,
    visibleTo: actor.memberID,
    payload: { deliveryID: id, state: "PENDING" },
  });
}

/** The oldest fact that is still to be delivered: the outbox is not pruned past it. */
export function oldestFactToTell(deps: Deps): number | undefined {
  return deliveries.oldestOpenFact(deps.db);
}

/**
 * Deletes deliveries that ended more than thirty days ago, with their jobs: one that was given up
 * needs a person no more.
 * @returns How many deliveries.
 */
export function pruneDeliveries(deps: Deps, atMost: number): number {
  const before = new Date(Date.parse(deps.now()) - ENDED_KEPT_MS).toISOString();
  return inTransaction(deps, () => {
    const ids = deliveries.deleteEndedBefore(deps.db, before, atMost);
    for (const id of ids) dropJobs(deps, "webhook", id);
    return ids.length;
  });
}

function requireWebhook(deps: Deps, actor: Actor, id: string): store.WebhookRow {
  const row = store.findWebhook(deps.db, actor.organizationID, id);
  if (row === undefined) throw new AppError("E2016");
  return row;
}

function checkHeader(name: string, value: string): void {
  if (name === "" && value === "") return;
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    throw new AppError("E1085", "headerName: must be the name of an HTTP header.");
  if (OWN_HEADERS.includes(name.toLowerCase()))
    throw new AppError("E1085", "headerName: this header is sent by the station itself.");
  if (!/^[\t\x20-\x7e]*$/.test(value))
    throw new AppError("E1085", "headerValue: must be printable ASCII.");
}

function present(row: store.WebhookRow): Webhook {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    organizationID: row.organization_id,
    type: row.type,
    url: row.url,
    headerName: row.header_name,
    headerValue: row.sealed_header === null ? "" : "***",
    isActive: row.is_active === 1,
    format: row.format,
  };
}

function presentDelivery(
  deps: Deps,
  row: deliveries.DeliveryRow,
  attempts: readonly deliveries.AttemptRow[],
): Delivery {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    webhookID: row.webhook_id,
    eventID: row.event_id,
    shipmentID: row.shipment_id,
    state: row.state,
    nextAttemptAt:
      row.state === "PENDING" ? (findJob(deps, "webhook", row.id)?.next_attempt_at ?? null) : null,
    attempts: attempts
      .filter(({ outcome }) => outcome !== "REOPENED")
      .map((a) => ({
        at: a.at,
        statusCode: a.status_code,
        error: a.error,
        durationMs: a.duration_ms,
      })),
  };
}
