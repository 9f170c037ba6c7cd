/**
 * SQL that selects the ids of all purchases of the shipment `:id`, among other sources of its
 * facts.
 */
export const PURCHASES_OF = `SELECT source_id FROM shipment_facts WHERE shipment_id = :id
          UNION
         SELECT purchase_id FROM shipments WHERE id = :id`;
