/**
 * SQL for `printer_knowledge`: what is known of the printer at an address. A station's own table.
 */
import type { Db } from "../db/database.ts";

export type PrinterKnowledgeRow = {
  printer_id: string;
  /** host:port */
  address: string;
  /** To a question about its state; null: it has never answered one. */
  first_answer_at: string | null;
  last_answer_at: string | null;
  /** When it was last asked in vain. */
  asked_at: string | null;
  /** "" until it has named itself. */
  model: string;
  firmware: string;
  dpi: number | null;
  /** By its name; "none", or "" while it has not been looked for. */
  odometer: string;
  identified_at: string | null;
};

/** @returns Undefined when nothing is known of this printer at this address. */
export function findKnowledge(
  db: Pick<Db, "sql">,
  printerID: string,
  address: string,
): PrinterKnowledgeRow | undefined {
  return db
    .sql<PrinterKnowledgeRow>(
      `SELECT * FROM printer_knowledge WHERE printer_id = ? AND address = ?`,
    )
    .get(printerID, address);
}

/** Writes what is known, in place of what was. */
export function putKnowledge(db: Pick<Db, "sql">, row: PrinterKnowledgeRow): void {
  db.sql(
    `INSERT OR REPLACE INTO printer_knowledge (printer_id, address, first_answer_at, last_answer_at, asked_at, model, firmware, dpi, odometer, identified_at)
     VALUES (:printer_id, :address, :first_answer_at, :last_answer_at, :asked_at, :model, :firmware, :dpi, :odometer, :identified_at)`,
  ).run(row);
}

/** Forgets a printer that was removed, at all its addresses. */
export function deleteKnowledge(db: Pick<Db, "sql">, printerID: string): void {
  db.sql(`DELETE FROM printer_knowledge WHERE printer_id = ?`).run(printerID);
}
