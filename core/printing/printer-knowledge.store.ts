/**
 * SQL for `printer_knowledge`: what this station knows about the printer at an address. Not synced.
 */
import type { Db } from "../db/database.ts";

export type PrinterKnowledgeRow = {
  printerID: string;
  /** host:port */
  address: string;
  /** When the printer first answered a status query; null if it never has. */
  firstAnswerAt: string | null;
  lastAnswerAt: string | null;
  /**
   * When a status query last went unanswered, before the printer's first answer; null if no query
   * went unanswered.
   */
  askedAt: string | null;
  /** "" until the printer has identified itself. */
  model: string;
  firmware: string;
  dpi: number | null;
  /**
   * Name of the odometer query that the printer answers; "none" when it answers none, "" until this
   * is known.
   */
  odometer: string;
  identifiedAt: string | null;
};

/**
 * Finds what is known about a printer; undefined when nothing is known about it at this address.
 */
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

/** Inserts or replaces what is known about a printer. */
export function putKnowledge(db: Pick<Db, "sql">, row: PrinterKnowledgeRow): void {
  db.sql(
    `INSERT OR REPLACE INTO printer_knowledge (printer_id, address, first_answer_at, last_answer_at, asked_at, model, firmware, dpi, odometer, identified_at)
     VALUES (:printerID, :address, :firstAnswerAt, :lastAnswerAt, :askedAt, :model, :firmware, :dpi, :odometer, :identifiedAt)`,
  ).run(row);
}

/** Deletes what is known about a removed printer, at all its addresses. */
export function deleteKnowledge(db: Pick<Db, "sql">, printerID: string): void {
  db.sql(`DELETE FROM printer_knowledge WHERE printer_id = ?`).run(printerID);
}
