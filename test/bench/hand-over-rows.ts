/**
 * Makes a copy of a filled data folder in which trucks are being loaded: some labels may be scanned,
 * some are on a truck, and many are on manifests of today.
 */
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { newId } from "../../core/base/ids.ts";
import { handedOverID } from "../../core/fulfilment/hand-over/handed-over-id.ts";
import { filledFolder } from "./fill.ts";

/** Labels that may be scanned; parcels on the truck; parcels of a manifest; manifests of today. */
const SCANNED = 200;
const LOADED = 600;
const OF_A_MANIFEST = 600;
const ON_MANIFESTS = 20_000;

export type HandOverFolder = {
  readonly folder: string;
  /** Provider code of the truck's carrier. */
  readonly carrier: string;
  /** Barcodes of labels that may be scanned, and of labels that are refused. */
  readonly codes: readonly string[];
  readonly refused: readonly string[];
};

type Label = {
  id: string;
  barcode: string;
  organizationID: string;
  transactionID: string;
  stamp: string;
};

/** Returns such a folder, and makes it first if there is none of this schema. */
export async function handOverFolder(shipments: number): Promise<HandOverFolder> {
  const filled = await filledFolder(shipments);
  const folder = `${filled}-hand-over`;
  if (!existsSync(folder)) {
    const draft = `${folder}.draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    for (const entry of readdirSync(filled, { withFileTypes: true }))
      if (entry.isFile())
        copyFileSync(join(filled, entry.name), join(draft, entry.name), constants.COPYFILE_FICLONE);
    renameSync(draft, folder);
  }
  const db = new BetterSqlite3(join(folder, "packbench.db"));
  try {
    return { folder, ...prepare(db) };
  } finally {
    db.close();
  }
}

function prepare(db: BetterSqlite3.Database): Omit<HandOverFolder, "folder"> {
  const carrier = db
    .prepare(
      "SELECT provider_code FROM open_parcels WHERE step = 'BOUGHT' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
    )
    .pluck()
    .get() as string;
  const SELECT = `SELECT s.id, s.barcode, s.organization_id AS organizationID, s.purchase_id AS transactionID, s.stamp
       FROM open_parcels AS p
       JOIN shipments AS s USING (seq)
       JOIN purchase_snapshots AS x ON x.id = s.purchase_id`;
  const here = (isSample: 0 | 1, atMost: number): Label[] =>
    db
      .prepare(
        `${SELECT}
          WHERE p.step = 'BOUGHT' AND p.provider_code = ? AND coalesce(x.body ->> '$.label.isSample', 0) = ?
          ORDER BY p.seq DESC
          LIMIT ?`,
      )
      .all(carrier, isSample, atMost) as Label[];
  if (db.prepare("SELECT 1 FROM hand_overs LIMIT 1").get() === undefined)
    db.transaction(() => {
      const labels = here(1, SCANNED + LOADED + SCANNED);
      const fifth = Math.floor(labels.length / 5);
      const live = db.prepare(
        "UPDATE purchase_snapshots SET body = json_set(body, '$.label.isSample', json('false')) WHERE id = ?",
      );
      for (const { transactionID } of labels.slice(0, fifth)) live.run(transactionID);
      write(db, carrier, labels.slice(2 * fifth), "");
      const gone = db
        .prepare(`${SELECT} WHERE p.step = 'OUT_FOR_DELIVERY' ORDER BY p.seq DESC LIMIT ?`)
        .all(ON_MANIFESTS) as Label[];
      for (let at = 0; at < gone.length; at += OF_A_MANIFEST)
        write(db, carrier, gone.slice(at, at + OF_A_MANIFEST), newId());
    })();
  const codesOf = (isSample: 0 | 1): string[] =>
    here(isSample, SCANNED).map(({ barcode }) => barcode);
  return { carrier, codes: codesOf(0), refused: codesOf(1) };
}

/** Inserts parcels that are on the truck, or with `handOverID` on a manifest of now. */
function write(
  db: BetterSqlite3.Database,
  carrier: string,
  labels: readonly Label[],
  handOverID: string,
): void {
  const now = new Date().toISOString();
  const insert = db.prepare(
    `INSERT INTO handed_over (id, stamp, created_at, updated_at, organization_id, shipment_id, transaction_id, provider_code, state, scanned_at, station_id, scanned_by, hand_over_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'LOADED', ?, 'bench', 'bench', ?)`,
  );
  for (const { id, stamp, organizationID, transactionID } of labels)
    insert.run(
      handedOverID(transactionID),
      stamp,
      now,
      now,
      organizationID,
      id,
      transactionID,
      carrier,
      now,
      handOverID,
    );
  const [first] = labels;
  if (handOverID === "" || first === undefined) return;
  db.prepare(
    `INSERT INTO hand_overs (id, stamp, created_at, updated_at, organization_id, provider_code, state, parcels, station_id, ended_by)
     VALUES (?, ?, ?, ?, ?, ?, 'ENDED', ?, 'bench', 'bench')`,
  ).run(handOverID, first.stamp, now, now, first.organizationID, carrier, labels.length);
}
