/** SQL of the labels that count as bought in a period; the list of shipments and today share it. */

/**
 * Selects labels in force, without returns, as `t` and their shipments as `s`, of
 * `:organizationID`. A label counts at the time at which its carrier's answer arrived, as in the
 * manifest.
 *
 * @param from Parameter with the first instant.
 * @param to Parameter with the end of the period, exclusive.
 */
export const boughtLabels = (from: string, to: string): string =>
  `FROM transactions AS t INDEXED BY transactions_done_by_time
 CROSS JOIN shipments AS s ON s.id = t.shipment_id
 WHERE t.organization_id = :organizationID
   AND t.status = 'DONE'
   AND t.updated_at >= ${from}
   AND t.updated_at < ${to}
   AND s.purchase_id = t.id
   AND s.status <> 'CANCELED'
   AND s.is_return = 0`;
