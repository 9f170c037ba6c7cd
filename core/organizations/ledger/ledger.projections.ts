/** Derives balances and adjustments from entries of other stations. */
import type { Projection } from "../../db/projection.ts";
import { addToBalances, settleDoubles, settleDoublesOfEnded } from "./apply-entries.ts";
import type { PostDeps } from "./ledger.service.ts";

export const addForeignEntries: Projection = {
  tables: { ledger_entries: { reads: ["organization_id", "amount_minor"] } },
  when: "slice",
  run: (deps, rows) =>
    addToBalances(
      deps,
      rows.map(({ fields }) => fields),
    ),
};

/**
 * Cancels later entries that disconnected stations posted for the same transaction or top-up
 * reference.
 */
export const settleForeignDoubles: Projection<PostDeps> = {
  tables: {
    ledger_entries: {
      where: `CASE
        WHEN s.transaction_id IS NOT NULL THEN EXISTS (
          SELECT 1 FROM main.ledger_entries AS e
           WHERE e.transaction_id = s.transaction_id AND e.kind IN ('PURCHASE', 'REFUND')
           GROUP BY e.kind HAVING count(*) > 1)
        ELSE s.reference <> '' AND 1 < (
          SELECT count(*) FROM main.ledger_entries AS e
           WHERE e.organization_id = s.organization_id AND e.reference = s.reference AND e.kind = 'TOPUP')
        END`,
      reads: ["organization_id", "transaction_id", "reference"],
    },
  },
  when: "end",
  subject: ({ fields }) => String(fields["transaction_id"] ?? fields["reference"]),
  run: (deps, rows) =>
    settleDoubles(
      deps,
      rows.map(({ fields }) => fields),
    ),
};

/**
 * Cancels an entry of a revoked station if another station posted an earlier entry for the same
 * transaction or top-up reference. Only the station that recorded the revocation cancels it.
 */
export const settleEnds: Projection<PostDeps> = {
  tables: { station_ends: {} },
  when: "end",
  subject: () => "",
  run: settleDoublesOfEnded,
};
