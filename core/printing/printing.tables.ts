/** Tables of the print journal and of printers. */
import type { RoomTables } from "../db/tables.ts";

export const PRINTING_TABLES: RoomTables = {
  station: {
    print_jobs: { exported: {} },
    print_attempts: {},
    print_job_tokens: {},
    shipment_papers: {},
    printer_knowledge: {},
  },
};
