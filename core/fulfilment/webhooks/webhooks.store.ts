/** SQL for `webhooks`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import { cachedRead } from "../../db/read-cache.ts";
import type { WebhookType } from "./webhooks.schema.ts";

export type WebhookRow = {
  id: string;
  created_at: string;
  updated_at: string;
  organization_id: string;
  type: WebhookType;
  url: string;
  header_name: string;
  format: string;
  is_active: number;
  signing_secret: string;
  since_seq: number;
  deleted_at: string | null;
  /** As signing.ts seals it; null: the header has no value. */
  sealed_header: string | null;
  /** The station that registered it. */
  home: string;
};

/**
 * Inside a transaction.
 * @param row `signing_secret` and `sealed_header` are sealed with the organization's key.
 */
export function insertWebhook(db: Db, row: WebhookRow): void {
  insertRow(db, "webhooks", row);
}

/** undefined when the organization has none with this id, or it was deleted. */
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

/** Oldest first, inactive ones too, without deleted ones. */
export function listWebhooks(db: Pick<Db, "sql">, organizationID: string): WebhookRow[] {
  return db
    .sql<WebhookRow>(
      `SELECT * FROM webhooks WHERE organization_id = ? AND deleted_at IS NULL ORDER BY created_at, id`,
    )
    .all(organizationID);
}

/** The webhooks that get events of an organization, oldest first. From the read cache. */
export function listActive(db: Db, organizationID: string): readonly WebhookRow[] {
  return cachedRead(db, ["webhooks"], `webhooks of ${organizationID}`, () =>
    listWebhooks(db, organizationID).filter((webhook) => webhook.is_active === 1),
  );
}

/** Those that are not deleted, of all organizations. A station has a handful of webhooks. */
export function listAll(db: Pick<Db, "sql">): WebhookRow[] {
  return db
    .sql<WebhookRow>(`SELECT * FROM webhooks WHERE deleted_at IS NULL ORDER BY created_at, id`)
    .all();
}

/** The deleted ones of all organizations. */
export function listDeleted(db: Pick<Db, "sql">): Pick<WebhookRow, "id" | "deleted_at">[] {
  return db
    .sql<Pick<WebhookRow, "id" | "deleted_at">>(
      `SELECT id, deleted_at FROM webhooks WHERE deleted_at IS NOT NULL ORDER BY deleted_at, id`,
    )
    .all();
}

/** Also one that was deleted. */
export function findWebhookRow(db: Pick<Db, "sql">, id: string): WebhookRow | undefined {
  return db.sql<WebhookRow>(`SELECT * FROM webhooks WHERE id = ?`).get(id);
}

/** By id alone: for what this station does by itself. */
export function findActiveWebhook(db: Pick<Db, "sql">, id: string): WebhookRow | undefined {
  return db.sql<WebhookRow>(`SELECT * FROM webhooks WHERE id = ? AND deleted_at IS NULL`).get(id);
}

/** Forgets the header's value too. Inside a transaction. */
export function markDeleted(db: Db, id: string, now: string): void {
  updateRow(db, "webhooks", id, {
    deleted_at: now,
    is_active: 0,
    updated_at: now,
    sealed_header: null,
  });
}

/** Inside a transaction. */
export function updateSecrets(
  db: Db,
  id: string,
  fields: {
    readonly signing_secret: string;
    readonly sealed_header: string | null;
    readonly home: string;
  },
): void {
  updateRow(db, "webhooks", id, fields);
}

/**
 * Webhooks of all organizations with a signing secret, oldest first. A station has a handful of
 * webhooks.
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

/** Takes a webhook's secrets away and switches it off. Inside a transaction. @param now When. */
export function dropSecrets(db: Db, id: string, now: string): void {
  updateRow(db, "webhooks", id, {
    signing_secret: "",
    sealed_header: null,
    is_active: 0,
    updated_at: now,
  });
}
