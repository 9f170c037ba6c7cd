/** Tables of orders, shipments and their parcels. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const SHIPMENTS_TABLES: RoomTables = {
  synced: {
    orders: {
      merge: "fields",
      latest: LATEST,
      exported: { leaves: ["content_hash", "field_digests"] },
      personal: { notes: "", field_digests: "" },
    },
    shipments: {
      merge: "fields",
      latest: LATEST,
      local: ["seq", "is_listed"],
      foldedColumns: [
        "is_printed",
        "status",
        "purchase_id",
        "provider_code",
        "provider_service_code",
        "provider_account_id",
        "amount_minor",
        "barcode",
        "tracking_number",
        "tracking_url",
        "label_file_type",
        "shipment_date",
        "accepted_at",
        "cancel_date",
        "last_error_code",
        "last_error_message",
        "has_conflict",
      ],
      needs: {
        sender_address_id: "addresses",
        return_address_id: "addresses",
        recipient_address_id: "addresses",
        order_id: "orders",
        original_shipment_id: "shipments",
      },
      initial: { status: "CREATED" },
      namedBy: ["shipment_id"],
      exported: {},
      personal: { items: "[]", metadata: "{}", hold_reason: "" },
    },
    joined_orders: {
      merge: "fields",
      // A copy that waits is never joined again, and a purchase that has the items keeps them, also
      // when a disconnected station joins the order to another.
      latest: [...LATEST, "state", "packed_in"],
      exported: {},
    },
    parcels: { merge: "fields", owner: { of: "shipments", by: "id" }, exported: {} },
    shipment_facts: {
      merge: "once",
      parent: "shipment_id",
      isFolded: true,
      owner: { of: "shipments", by: "shipment_id" },
      exported: {},
    },
  },
  station: { shipment_counts: {}, unindexed_shipments: {}, shipments_search: {} },
};
