/**
 * Webhooks for their owners: registering, listing, testing and deleting. `deliveries.service.ts`
 * lists deliveries, `delivery-job.ts` sends.
 */
import { errors } from "../../base/errors.ts";
import { guarded } from "../../base/guarded.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { newestFact } from "../../db/outbox/outbox.service.ts";
import { isOfHub, isSealedForOrganization } from "../../db/sealing/organization-key.ts";
import { callReceiver } from "./call-receiver.ts";
import { checkWebhookUrl } from "./check-target.ts";
import { startGivingUp } from "./give-up-deleted.ts";
import { sampleShipment } from "./sample-shipment.ts";
import { newSigningSecret, sealSecret } from "./signing.ts";
import type { ReceiverAnswer, Webhook, WebhookInput, WebhookType } from "./webhooks.schema.ts";
import * as store from "./webhooks.store.ts";

/** Headers that an owner may not set, because the request or its connection uses them. */
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
 * Registers a webhook.
 *
 * @param keep Stores the call's Idempotency-Key with the new webhook.
 * @returns The webhook and its signing secret. No later answer has the secret or the header's
 *   value.
 * @throws AppError E2032 for a URL that may not be called; E1085 for an invalid header; E2050 when
 *   this station's own key is lost; E2155 until the organization's key has arrived at this station.
 */
export function createWebhook(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "secrets" | "origin">,
  actor: Actor,
  input: WebhookInput,
  keep?: (webhookID: string) => void,
): Webhook & { signingSecret: string } {
  checkWebhookUrl(deps, input.url);
  checkHeader(input.headerName, input.headerValue);
  const signingSecret = newSigningSecret();
  const now = deps.now();
  const of = { id: deps.newId(), organizationID: actor.organizationID };
  const row: store.WebhookRow = {
    id: of.id,
    createdAt: now,
    updatedAt: now,
    organizationID: actor.organizationID,
    type: input.type,
    url: input.url,
    headerName: input.headerName,
    format: input.format,
    isActive: input.isActive ? 1 : 0,
    signingSecret: sealSecret(deps, of, "signing_secret", signingSecret),
    sinceSeq: newestFact(deps),
    deletedAt: null,
    sealedHeader:
      input.headerValue === "" ? null : sealSecret(deps, of, "sealed_header", input.headerValue),
    home: deps.db.stationID,
  };
  inTransaction(deps, () => {
    store.insertWebhook(deps.db, row);
    keep?.(row.id);
  });
  return { ...present(row), headerValue: input.headerValue, signingSecret };
}

/**
 * Lists the webhooks that have a signing secret, of all organizations: each webhook's URL and the
 * name of its organization.
 */
export function listSealedWebhooks(
  deps: ReadDeps,
): { readonly url: string; readonly organization: string }[] {
  return store.listSealed(deps.db);
}

/**
 * Removes secrets that no key can open, and deactivates their webhooks, since events are never sent
 * unsigned. Skips organizations whose key other stations still have. Needs an open transaction.
 */
export function dropWebhookSecrets(deps: Pick<FulfilmentDeps, "db" | "now">): void {
  for (const webhook of store.listAll(deps.db))
    if (webhook.signingSecret !== "" && !isOfHub(deps, webhook.organizationID))
      store.dropSecrets(deps.db, webhook.id, deps.now());
}

/**
 * Reseals secrets with the organization's key, so that they can be synced, if an earlier version
 * sealed them with the station's key. Skips secrets that cannot be opened.
 */
export function resealWebhooks(deps: WriteDeps & Pick<FulfilmentDeps, "secrets">): void {
  const reseal = (
    webhook: store.WebhookRow,
    column: "signing_secret" | "sealed_header",
    sealed: string,
  ): string => sealSecret(deps, webhook, column, deps.secrets.decrypt(sealed));
  for (const webhook of store.listAll(deps.db)) {
    if (webhook.signingSecret === "" || isSealedForOrganization(webhook.signingSecret)) continue;
    guarded(deps.log, "the secrets of a webhook could not be resealed", () => {
      const fields = {
        signingSecret: reseal(webhook, "signing_secret", webhook.signingSecret),
        sealedHeader:
          webhook.sealedHeader === null
            ? null
            : reseal(webhook, "sealed_header", webhook.sealedHeader),
        home: deps.db.stationID,
      };
      inTransaction(deps, () => store.updateSecrets(deps.db, webhook.id, fields));
    });
  }
}

/** Gets a webhook. @throws AppError E2016 */
export function getWebhook(deps: ReadDeps, actor: Actor, id: string): Webhook {
  return present(requireWebhook(deps, actor, id));
}

/**
 * Lists the webhooks of the actor's organization, oldest first, without deleted webhooks and
 * without secrets.
 */
export function listWebhooks(deps: ReadDeps, actor: Actor): Webhook[] {
  return store.listWebhooks(deps.db, actor.organizationID).map(present);
}

/** Deletes a webhook and starts to give up its open deliveries. @throws AppError E2016 */
export function deleteWebhook(
  deps: WriteDeps & Pick<FulfilmentDeps, "turns">,
  actor: Actor,
  id: string,
): Webhook {
  const row = requireWebhook(deps, actor, id);
  const now = deps.now();
  inTransaction(deps, () => {
    store.markDeleted(deps.db, id, now);
    startGivingUp(deps, { id, deletedAt: now });
  });
  return present({ ...row, isActive: 0, updatedAt: now });
}

/**
 * Sends a sample to a registered pair of type and URL.
 *
 * @returns The result of the call, even when the receiver refused or could not be reached.
 * @throws AppError E2016 when the pair is not registered.
 */
export async function sendSample(
  deps: FulfilmentDeps,
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
    throw errors.webhookNotFound("No webhook is registered with this type and URL.");
  return await callReceiver(deps, row, {
    id: deps.newId(),
    payload: JSON.stringify(sampleShipment(deps.now())),
  });
}

/** Gets a webhook's row. @throws AppError E2016 */
export function requireWebhook(deps: ReadDeps, actor: Actor, id: string): store.WebhookRow {
  const row = store.findWebhook(deps.db, actor.organizationID, id);
  if (row === undefined) throw errors.webhookNotFound();
  return row;
}

function checkHeader(name: string, value: string): void {
  if (name === "" && value === "") return;
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    throw errors.badRequest("headerName: must be the name of an HTTP header.", {
      reason: "headerName",
    });
  if (OWN_HEADERS.includes(name.toLowerCase()))
    throw errors.badRequest("headerName: this header is reserved for the request itself.", {
      reason: "headerReserved",
    });
  if (!/^[\t\x20-\x7e]*$/.test(value))
    throw errors.badRequest("headerValue: must be printable ASCII.", { reason: "headerValue" });
}

function present(row: store.WebhookRow): Webhook {
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    organizationID: row.organizationID,
    type: row.type,
    url: row.url,
    headerName: row.headerName,
    headerValue: row.sealedHeader === null ? "" : "***",
    isActive: row.isActive === 1,
    format: row.format,
  };
}
