/** SQL for `webhooks`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import { cachedRead } from "../../db/read-cache.ts";
import type { WebhookType } from "./webhooks.schema.ts";

export type WebhookRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  type: WebhookType;
  url: string;
  headerName: string;
  format: string;
  isActive: number;
  signingSecret: string;
  sinceSeq: number;
  deletedAt: string | null;
  /** Value sealed by signing.ts; null: the header has no value. */
  sealedHeader: string | null;
  /** Station that registered the webhook. */
  home: string;
};

/**
 * Inserts a webhook; needs an open transaction.
 *
 * @param row `signingSecret` and `sealedHeader` are sealed with the organization's key.
 */
export function insertWebhook(db: Db, row: WebhookRow): void {
  insertRow(db, "webhooks", row);
}

/**
 * Finds a webhook; undefined when the organization has no webhook with this id, or the webhook was
 * deleted.
 */
export function findWebhook(
  db: Pick<Db, "sql">,
  organizationID: string,
  id: string,
): WebhookRow | undefined {
  return db
    .sql<WebhookRow>(
      `SELECT * FROM webhooks WHERE id = ? AND organization_id = ? AND deleted_at IS NULL`,
    )
    .get(id, organizationID);
}

/** Lists webhooks, oldest first, including inactive webhooks, without deleted webhooks. */
export function listWebhooks(db: Pick<Db, "sql">, organizationID: string): WebhookRow[] {
  return db
    .sql<WebhookRow>(
      `SELECT * FROM webhooks WHERE organization_id = ? AND deleted_at IS NULL ORDER BY created_at, id`,
    )
    .all(organizationID);
}

/** Lists the active webhooks of an organization, oldest first, from the read cache. */
export function listActive(db: Db, organizationID: string): readonly WebhookRow[] {
  return cachedRead(db, ["webhooks"], `webhooks of ${organizationID}`, () =>
    listWebhooks(db, organizationID).filter((webhook) => webhook.isActive === 1),
  );
}

/** Lists all webhooks that are not deleted, of all organizations. A station has a handful. */
export function listAll(db: Pick<Db, "sql">): WebhookRow[] {
  return db
    .sql<WebhookRow>(`SELECT * FROM webhooks WHERE deleted_at IS NULL ORDER BY created_at, id`)
    .all();
}

/** Lists the deleted webhooks of all organizations. */
export function listDeleted(db: Pick<Db, "sql">): Pick<WebhookRow, "id" | "deletedAt">[] {
  return db
    .sql<Pick<WebhookRow, "id" | "deletedAt">>(
      `SELECT id, deleted_at FROM webhooks WHERE deleted_at IS NOT NULL ORDER BY deleted_at, id`,
    )
    .all();
}

/** Finds a webhook by its id alone, even if it was deleted. */
export function findWebhookRow(db: Pick<Db, "sql">, id: string): WebhookRow | undefined {
  return db.sql<WebhookRow>(`SELECT * FROM webhooks WHERE id = ?`).get(id);
}

/**
 * Finds a webhook by its id alone, for this station's background work; undefined when it was
 * deleted.
 */
export function findUndeletedWebhook(db: Pick<Db, "sql">, id: string): WebhookRow | undefined {
  return db.sql<WebhookRow>(`SELECT * FROM webhooks WHERE id = ? AND deleted_at IS NULL`).get(id);
}

/** Marks a webhook as deleted and removes its header's value; needs an open transaction. */
export function markDeleted(db: Db, id: string, now: string): void {
  updateRow(db, "webhooks", id, {
    deletedAt: now,
    isActive: 0,
    updatedAt: now,
    sealedHeader: null,
  });
}

/** Replaces a webhook's secrets; needs an open transaction. */
export function updateSecrets(
  db: Db,
  id: string,
  fields: {
    readonly signingSecret: string;
    readonly sealedHeader: string | null;
    readonly home: string;
  },
): void {
  updateRow(db, "webhooks", id, fields);
}

/**
 * Lists the webhooks that have a signing secret and are not deleted, of all organizations, oldest
 * first. A station has a handful.
 */
export function listSealed(
  db: Pick<Db, "sql">,
): { readonly url: string; readonly organization: string }[] {
  return db
    .sql<{ url: string; organization: string }>(
      `SELECT w.url, o.name AS organization
         FROM webhooks w
         JOIN organizations o ON o.id = w.organization_id
        WHERE w.deleted_at IS NULL
          AND w.signing_secret <> ''
        ORDER BY w.created_at, w.id`,
    )
    .all();
}

/**
 * Removes a webhook's secrets and deactivates it; needs an open transaction.
 *
 * @param now Time of the change.
 */
export function dropSecrets(db: Db, id: string, now: string): void {
  updateRow(db, "webhooks", id, {
    signingSecret: "",
    sealedHeader: null,
    isActive: 0,
    updatedAt: now,
  });
}
