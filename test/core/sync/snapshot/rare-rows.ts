/** Rows of tables that a packer's day rarely writes. */
import { hashBadge } from "../../../../core/station/sign-in/badges.service.ts";
import { inTransaction, insertRow } from "../../../../core/db/change.ts";
import { joinedOrderID } from "../../../../core/shipping/shipments/joined-order-id.ts";
import {
  findChangeOf,
  writeFileFields,
} from "../../../../core/shipping/order-changes/order-changes.store.ts";
import { handedOverID } from "../../../../core/fulfilment/hand-over/handed-over-id.ts";
import {
  productBarcodeID,
  productID,
  productSettingsID,
} from "../../../../core/shipping/products/product-ids.ts";
import { orderSourceID } from "../../../../core/shipping/sources/order-source-id.ts";
import { writeEnd } from "../../../../core/db/station-ends.ts";
import type { Actor } from "../../../../core/http/actor.ts";
import type { LooseStation } from "../../../helpers/loose-stations.ts";

/** @param to Another station, which is asked to print. */
export function writeTheRest(
  { deps }: LooseStation,
  { organizationID, memberID }: Actor,
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
      createdAt: at,
      updatedAt: at,
      organizationID,
      memberID,
      name: "shop",
      tokenHash: "h",
      scopes: "[]",
      allowedIps: "[]",
      expiresAt: null,
      revokedAt: null,
      isDemo: 0,
    });
    add("agreements", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      providerCode: "X",
      name: "X",
      contractNumber: "",
      checkDigit: "none",
      trackingUrl: "",
      onAccount: 0,
      creditLimitMinor: null,
      needsAccount: 0,
      isSample: 0,
      isActive: 1,
      fileMappings: "{}",
    });
    add("barcode_ranges", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      agreementID: "x",
      providerCode: "X",
      prefix: "X",
      first: 1,
      last: 9,
      width: 1,
      isActive: 1,
    });
    add("choosing_rules", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      conditions: "{}",
      action: '{"choose":"cheapest"}',
      buyUpToMinor: null,
      position: 1,
      isActive: 1,
    });
    add("announcement_files", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      accountID: "x",
      createdBy: memberID,
      stationID: "x",
      name: "x.csv",
      layout: "{}",
      parcels: 1,
      state: "WRITTEN",
    });
    add("announcements", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      shipmentID: parcels[0] ?? "",
      accountID: "x",
      stationID: "x",
      state: "WAITING",
      code: "",
      field: "",
      words: "",
      details: "{}",
      corrections: "{}",
      fileID: "",
      login: "",
      announcedAt: null,
    });
    add("status_codes", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      providerCode: "SURAT",
      code: "tes",
      subCode: "delivered",
    });
    add("status_files", {
      createdAt: at,
      organizationID,
      providerCode: "SURAT",
      name: "status.csv",
      rowCount: 1,
      recorded: 1,
      createdBy: memberID,
    });
    add("agreement_payments", {
      createdAt: at,
      organizationID,
      agreementID: "x",
      amountMinor: 1,
      paidOn: "2026-11-21",
      reference: "",
      note: "",
      createdBy: memberID,
    });
    add("rate_cards", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      providerCode: "X",
      name: "X",
      isSample: 0,
      isActive: 0,
      agreementID: "x",
      validFrom: at,
      validTo: null,
      card: "{}",
    });
    add("cash_receipts", {
      createdAt: at,
      organizationID,
      providerCode: "X",
      amountMinor: 5,
      receivedOn: "2026-11-21",
      reference: "",
      createdBy: memberID,
    });
    add("ledger_anchors", {
      createdAt: at,
      organizationID,
      seenBy: "s",
      stationID: "s",
      incarnation: 1,
      n: 1,
      hash: "h",
    });
    add("provider_accounts", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      providerCode: "X",
      name: "",
      username: "",
      parameters: "{}",
      secrets: null,
      version: "",
      rateCardID: null,
      onAccount: 0,
      isActive: 1,
      isPublic: 0,
      isSharable: 0,
      isDynamicPrice: 0,
      unlinkedAt: null,
      connection: "",
      connectionSettings: "{}",
      announces: "atOnce",
      cutOff: "",
      asks: "off",
      pickupAt: "",
    });
    add("carrier_charges", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      accountID: "x",
      invoice: "F1",
      invoicedOn: "2026-11-21",
      code: "G10000000010",
      shipmentID: "",
      desi: 3.5,
      amountMinor: 11790,
      agreedMinor: 0,
    });
    add("pickups", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      accountID: "x",
      day: "2026-11-21",
      stationID: "x",
      createdBy: memberID,
      pieces: 1,
      weightGrams: 500,
      state: "ORDERED",
      reference: "",
      words: "",
    });
    add("badges", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      memberID,
      madeBy: memberID,
      badgeHash: hashBadge("8"),
      revokedAt: null,
    });
    add("member_pins", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      memberID,
      sealedHash: "o1:x",
    });
    add("hand_overs", {
      createdAt: at,
      updatedAt: at,
      organizationID,
      providerCode: "SURAT",
      carrierName: "Sürat",
      state: "ENDED",
      parcels: 1,
      stationID: "x",
      endedBy: memberID,
      onlyOf: "",
    });
    add("label_logos", {
      organizationID,
      widthDots: 8,
      heightDots: 1,
      bits: "AQ==",
      png: "AQ==",
    });
    insertRow(db, "privacy_rules", {
      id: organizationID,
      updatedAt: at,
      personalDataDays: 0,
      auditDays: 100,
    });
    const product = productID(organizationID, "KUPA-01");
    insertRow(db, "products", {
      id: product,
      createdAt: at,
      updatedAt: at,
      organizationID,
      stockCode: "KUPA-01",
      title: "Kupa",
      imageUrl: "",
      weightGrams: 350,
      lengthMm: 0,
      widthMm: 0,
      heightMm: 0,
      shelf: "A2",
      words: "kupa-01 kupa a2",
      isActive: 1,
    });
    insertRow(db, "product_barcodes", {
      id: productBarcodeID(product, "8690000000012"),
      createdAt: at,
      updatedAt: at,
      organizationID,
      productID: product,
      barcode: "8690000000012",
      scanKey: "08690000000012",
      isActive: 1,
    });
    insertRow(db, "product_settings", {
      id: productSettingsID(organizationID),
      updatedAt: at,
      organizationID,
      stopsWeight: 1,
    });
    insertRow(db, "order_sources", {
      id: orderSourceID(organizationID, "Fişler"),
      createdAt: at,
      updatedAt: at,
      organizationID,
      name: "Fişler",
      columns: '{"orderNumber":"Fiş No"}',
      demands: '["paper"]',
      isActive: 1,
    });
    writeEnd(
      db,
      { organizationID: organizationID, stationID: "gone", incarnation: 1, lastNumber: 3 },
      at,
    );
    for (const shipmentID of parcels) {
      add("label_files", {
        shipmentID,
        hash: `h${shipmentID}`,
        kind: "label",
        widthMm: 100,
        heightMm: 150,
        language: "ZPL",
        dpi: 203,
        desk: "A",
      });
      insertRow(db, "joined_orders", {
        id: joinedOrderID(shipmentID),
        createdAt: at,
        updatedAt: at,
        organizationID,
        shipmentID,
        firstID: "x",
        state: "RELEASED",
        packedIn: "",
        joinedBy: memberID,
        stationID: "x",
      });
      const orderID = ids(`SELECT id FROM orders ORDER BY id LIMIT 1`)[0];
      if (orderID !== undefined && findChangeOf(db, orderID) === undefined)
        writeFileFields(
          db,
          { orderID, organizationID, now: at },
          { version: "CANCELLED", content: "", fileName: "orders.csv", arrivedAt: at },
        );
      insertRow(db, "handed_over", {
        id: handedOverID(shipmentID),
        createdAt: at,
        updatedAt: at,
        organizationID,
        shipmentID,
        transactionID: shipmentID,
        providerCode: "SURAT",
        state: "LOADED",
        scannedAt: at,
        stationID: "x",
        scannedBy: memberID,
        passedBy: "",
        handOverID: "",
      });
      add("handled_parcels", {
        createdAt: at,
        organizationID,
        shipmentID,
        eventID: "",
        note: "Çağla aradı",
        createdBy: memberID,
      });
      for (const outcome of ["", "GIVEN_UP"])
        add("delivery_attempts", {
          organizationID,
          webhookID: webhook,
          deliveryID: `d${shipmentID}`,
          eventID: `e${shipmentID}`,
          shipmentID,
          eventAt: at,
          at,
          statusCode: 500,
          error: "no such person: Çağla",
          durationMs: 1,
          outcome,
        });
    }
    add("print_requests", {
      updatedAt: at,
      organizationID,
      fromStationID: db.stationID,
      fromStationName: "A",
      toStationID: to,
      toStationName: "B",
      printerID: "p",
      printerName: "P",
      transactionID: "",
      document: "label",
      copies: 1,
      state: "ASKED",
      reason: "",
      jobID: null,
      shipmentID: parcels[0] ?? "",
      askedBy: memberID,
      askedAt: at,
      expiresAt: at,
    });
  });
}
