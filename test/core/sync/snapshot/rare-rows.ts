/** Rows of tables that a packer's day rarely writes. */
import { inTransaction, insertRow } from "../../../../core/db/change.ts";
import { writeEnd } from "../../../../core/db/station-ends.ts";
import type { Actor } from "../../../../core/http/actor.ts";
import type { LooseStation } from "../../../helpers/loose-stations.ts";

/** @param to Another station, which is asked to print. */
export function writeTheRest(
  { deps }: LooseStation,
  { organizationID: organization_id, memberID }: Actor,
  to: string,
): void {
  const { db } = deps;
  const ids = (sql: string): string[] =>
    db
      .sql<{ id: string }>(sql)
      .all()
      .map(({ id }) => id);
  const parcels = ids(`SELECT id FROM shipments WHERE status <> 'CREATED' ORDER BY id`);
  const [webhook = deps.newId()] = ids(
    `SELECT id FROM webhooks ORDER BY deleted_at IS NOT NULL, id`,
  );
  inTransaction(deps, () => {
    const at = deps.now();
    const add = (table: string, row: Record<string, string | number | null>): void =>
      void insertRow(db, table, { id: deps.newId(), ...row });
    add("api_tokens", {
      created_at: at,
      updated_at: at,
      organization_id,
      member_id: memberID,
      name: "shop",
      token_hash: "h",
      scopes: "[]",
      allowed_ips: "[]",
      expires_at: null,
      revoked_at: null,
      is_demo: 0,
    });
    add("rate_cards", {
      created_at: at,
      updated_at: at,
      organization_id,
      provider_code: "X",
      name: "X",
      is_sample: 0,
      is_active: 0,
      card: "{}",
    });
    add("cash_receipts", {
      created_at: at,
      organization_id,
      provider_code: "X",
      amount_minor: 5,
      received_on: "2026-11-21",
      reference: "",
      created_by: memberID,
    });
    add("ledger_anchors", {
      created_at: at,
      organization_id,
      seen_by: "s",
      station_id: "s",
      incarnation: 1,
      n: 1,
      hash: "h",
    });
    add("provider_accounts", {
      created_at: at,
      updated_at: at,
      organization_id,
      provider_code: "X",
      name: "",
      username: "",
      parameters: "{}",
      secrets: null,
      version: "",
      rate_card_id: null,
      on_account: 0,
      is_active: 1,
      is_public: 0,
      is_sharable: 0,
      is_dynamic_price: 0,
      unlinked_at: null,
    });
    add("label_logos", {
      organization_id,
      width_dots: 8,
      height_dots: 1,
      bits: "AQ==",
      png: "AQ==",
    });
    insertRow(db, "privacy_rules", {
      id: organization_id,
      updated_at: at,
      personal_data_days: 0,
      audit_days: 100,
    });
    writeEnd(
      db,
      { organizationID: organization_id, stationID: "gone", incarnation: 1, lastNumber: 3 },
      at,
    );
    for (const shipment_id of parcels) {
      add("label_files", {
        shipment_id,
        hash: `h${shipment_id}`,
        kind: "label",
        width_mm: 100,
        height_mm: 150,
        language: "ZPL",
        dpi: 203,
        desk: "A",
      });
      add("handled_parcels", {
        created_at: at,
        organization_id,
        shipment_id,
        event_id: "",
        note: "Çağla aradı",
        created_by: memberID,
      });
      for (const outcome of ["", "GIVEN_UP"])
        add("delivery_attempts", {
          organization_id,
          webhook_id: webhook,
          delivery_id: `d${shipment_id}`,
          event_id: `e${shipment_id}`,
          shipment_id,
          event_at: at,
          at,
          status_code: 500,
          error: "no such person: Çağla",
          duration_ms: 1,
          outcome,
        });
    }
    add("print_requests", {
      updated_at: at,
      organization_id,
      from_station_id: db.stationID,
      from_station_name: "A",
      to_station_id: to,
      to_station_name: "B",
      printer_id: "p",
      printer_name: "P",
      transaction_id: "",
      document: "label",
      copies: 1,
      state: "ASKED",
      reason: "",
      job_id: null,
      shipment_id: parcels[0] ?? "",
      asked_by: memberID,
      asked_at: at,
      expires_at: at,
    });
  });
}
