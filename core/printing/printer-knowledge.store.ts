/**
 * SQL for `printer_knowledge`: what is known about the printer at an address. A station's own
 * table.
 */
import type { Db } from "../db/database.ts";

export type PrinterKnowledgeRow = {
  printerID: string;
  /** host:port */
  address: string;
  /** When the printer first answered a status query; null if it never has. */
  firstAnswerAt: string | null;
  lastAnswerAt: string | null;
  /** When the last status query went unanswered; null if none did. */
  askedAt: string | null;
  /** "" until the printer has identified itself. */
  model: string;
  firmware: string;
  dpi: number | null;
  /**
   * Name of the odometer variable; "none" when the printer has none, "" when this was not checked
   * yet.
   */
  odometer: string;
  identifiedAt: string | null;
};

/** @returns Undefined when nothing is known about this printer at this address. */
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
