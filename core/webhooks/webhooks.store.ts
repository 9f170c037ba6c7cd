/** SQL for `webhooks`: a station's own table. */
import type { Db } from "../db/database.ts";
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
};

/** Station table. @param row `signing_secret` and `sealed_header` are sealed by the desk's key. */
export function insertWebhook(db: Db, row: WebhookRow): void {
  db.sql(
    `INSERT INTO webhooks
       (id, created_at, updated_at, organization_id, type, url, header_name, format, is_active, signing_secret, since_seq, deleted_at, sealed_header)
     VALUES
       (:id, :created_at, :updated_at, :organization_id, :type, :url, :header_name, :format, :is_active, :signing_secret, :since_seq, :deleted_at, :sealed_header)`,
  ).run(row);
}

/** undefined when the organization has none with this id, or it was deleted. */
export function findWebhook(db: Pick<Db, "sql">, organizationID: string, id: string): WebhookRow | undefined {
  return db.sql<WebhookRow>(`SELECT * FROM webhooks WHERE id = ? AND organization_id = ? AND deleted_at IS NULL`).get(id, organizationID);
}

/** Oldest first, inactive ones too, without deleted ones. */
export function listWebhooks(db: Pick<Db, "sql">, organizationID: string): WebhookRow[] {
  return db.sql<WebhookRow>(`SELECT * FROM webhooks WHERE organization_id = ? AND deleted_at IS NULL ORDER BY created_at, id`).all(organizationID);
}

/** The webhooks that get a fact of this organization. */
export function listActiveSince(db: Pick<Db, "sql">, organizationID: string, factSeq: number): WebhookRow[] {
  return db
    .sql<WebhookRow>(
      `SELECT *
         FROM webhooks
        WHERE organization_id = ?
          AND deleted_at IS NULL
          AND is_active = 1
          AND since_seq < ?
        ORDER BY created_at, id`,
    )
    .all(organizationID, factSeq);
}

/** By id alone: for what this station does by itself. */
export function findActiveWebhook(db: Pick<Db, "sql">, id: string): WebhookRow | undefined {
  return db.sql<WebhookRow>(`SELECT * FROM webhooks WHERE id = ? AND deleted_at IS NULL`).get(id);
}

/** Forgets the header's value too. */
export function markDeleted(db: Db, id: string, now: string): void {
  db.sql(`UPDATE webhooks SET deleted_at = :now, is_active = 0, updated_at = :now, sealed_header = NULL WHERE id = :id`).run({ id, now });
}

/** Webhooks of all organizations with a signing secret, oldest first. A station has a handful of webhooks. */
export function listSealed(db: Pick<Db, "sql">): { readonly url: string; readonly organization: string }[] {
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

/** Takes the secrets of all webhooks away and switches them off. Station table. @param now When. */
export function dropSecrets(db: Pick<Db, "sql">, now: string): void {
  db.sql(`UPDATE webhooks SET signing_secret = '', sealed_header = NULL, is_active = 0, updated_at = ? WHERE signing_secret <> ''`).run(now);
}
