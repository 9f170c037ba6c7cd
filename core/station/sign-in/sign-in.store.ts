/** SQL for `badges`, `member_pins` and `sign_in_tries`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db, SqlRow } from "../../db/database.ts";
import { cachedRead } from "../../db/read-cache.ts";

export type BadgeRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly organizationID: string;
  readonly memberID: string;
  readonly madeBy: string;
  readonly revokedAt: string | null;
};

/** Inserts a badge; needs an open transaction. @param row Holds the number's hash, never the number. */
export function insertBadge(db: Db, row: SqlRow & { id: string }): void {
  insertRow(db, "badges", row);
}

/** Marks a badge as revoked; needs an open transaction. */
export function revokeBadge(db: Db, id: string, at: string): void {
  updateRow(db, "badges", id, { revokedAt: at, updatedAt: at });
}

/** Finds a badge by its id, even if it is revoked; from the read cache. */
export function findBadge(db: Db, id: string): BadgeRow | undefined {
  return cachedRead(db, ["badges"], `badge ${id}`, () =>
    db
      .sql<BadgeRow>(
        `SELECT id, created_at, organization_id, member_id, made_by, revoked_at
           FROM badges
          WHERE id = ?`,
      )
      .get(id),
  );
}

/** Finds a badge of an organization by its number's hash, even if it is revoked. */
export function findBadgeByHash(
  db: Db,
  organizationID: string,
  hash: string,
): BadgeRow | undefined {
  return db
    .sql<BadgeRow>(
      `SELECT id, created_at, organization_id, member_id, made_by, revoked_at
         FROM badges
        WHERE badge_hash = ? AND organization_id = ?
        ORDER BY created_at, id
        LIMIT 1`,
    )
    .get(hash, organizationID);
}

/** Lists the badges of an organization that are not revoked, oldest first. */
export function listBadges(db: Db, organizationID: string): BadgeRow[] {
  return db
    .sql<BadgeRow>(
      `SELECT id, created_at, organization_id, member_id, made_by, revoked_at
         FROM badges
        WHERE organization_id = ? AND revoked_at IS NULL
        ORDER BY created_at, id`,
    )
    .all(organizationID);
}

/** Returns whether an organization has a badge that is not revoked; from the read cache. */
export function hasBadge(db: Db, organizationID: string): boolean {
  return cachedRead(
    db,
    ["badges"],
    `badges of ${organizationID}`,
    () =>
      db
        .sql<{ n: number }>(
          `SELECT EXISTS (SELECT 1 FROM badges WHERE organization_id = ? AND revoked_at IS NULL) AS n`,
        )
        .get(organizationID)?.n === 1,
  );
}

/** Finds the sealed hash of a PIN. @param id `pinIDOf` of the member. */
export function findPin(db: Db, id: string): string | undefined {
  return db
    .sql<{ sealedHash: string }>(
      `SELECT sealed_hash FROM member_pins WHERE id = ? AND sealed_hash <> ''`,
    )
    .get(id)?.sealedHash;
}

export type PinRow = {
  readonly id: string;
  readonly organizationID: string;
  readonly memberID: string;
  readonly organization: string;
};

/** Lists the PINs of all organizations, oldest first. */
export function listPins(db: Pick<Db, "sql">): PinRow[] {
  return db
    .sql<PinRow>(
      `SELECT p.id, p.organization_id, p.member_id, o.name AS organization
         FROM member_pins p
         JOIN organizations o ON o.id = p.organization_id
        WHERE p.sealed_hash <> ''
        ORDER BY p.created_at, p.id`,
    )
    .all();
}

/** Removes a PIN; its row stays, empty. Needs an open transaction. */
export function dropPin(db: Db, id: string, at: string): void {
  updateRow(db, "member_pins", id, { sealedHash: "", updatedAt: at });
}

/** Inserts or replaces the PIN of a member; needs an open transaction. */
export function savePin(
  db: Db,
  row: { id: string; organizationID: string; memberID: string; sealedHash: string; at: string },
): void {
  const { at, sealedHash, ...rest } = row;
  const known = db.sql<{ n: number }>(`SELECT 1 AS n FROM member_pins WHERE id = ?`).get(row.id);
  if (known === undefined)
    insertRow(db, "member_pins", { ...rest, sealedHash, createdAt: at, updatedAt: at });
  else updateRow(db, "member_pins", row.id, { sealedHash, updatedAt: at });
}

export type Tries = { readonly wrong: number; readonly lastAt: string };

/** Reads the wrong tries of a subject at this desk. */
export function readTries(db: Db, subject: string): Tries | undefined {
  return db.sql<Tries>(`SELECT wrong, last_at FROM sign_in_tries WHERE subject = ?`).get(subject);
}

/** Counts one more wrong try; needs an open transaction. */
export function addTry(db: Db, subject: string, at: string): void {
  db.sql(
    `INSERT INTO sign_in_tries (subject, wrong, last_at)
     VALUES (:subject, 1, :at)
     ON CONFLICT DO UPDATE SET wrong = wrong + 1, last_at = excluded.last_at`,
  ).run({ subject, at });
}

/** Moves the time of the last wrong try; needs an open transaction. */
export function moveTries(db: Db, subject: string, at: string): void {
  db.sql(`UPDATE sign_in_tries SET last_at = :at WHERE subject = :subject`).run({ subject, at });
}

/** Deletes the wrong tries of a subject; needs an open transaction. */
export function dropTries(db: Db, subject: string): void {
  db.sql(`DELETE FROM sign_in_tries WHERE subject = ?`).run(subject);
}
