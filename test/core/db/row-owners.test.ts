import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { createAddress } from "../../../core/shipping/addresses/addresses.service.ts";
import { addressInputSchema } from "../../../core/shipping/addresses/addresses.schema.ts";
import { addSampleAgreements } from "../../../core/shipping/agreements/sample-agreements.ts";
import { minor } from "../../../core/base/money.ts";
import { makeSnapshot } from "../../../core/db/snapshot/make-snapshot.ts";
import { columnsOf } from "../../../core/db/columns.ts";
import { scopeOf } from "../../../core/db/row-owners.ts";
import { topUp } from "../../../core/organizations/ledger/top-up.ts";
import { createOrganizationWithOwner } from "../../../core/organizations/organizations.service.ts";
import { createShipment } from "../../../core/shipping/shipments/create-shipment.ts";
import { shipmentInputSchema } from "../../../core/shipping/shipments/shipments.schema.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { looseStation, owner, type LooseStation } from "../../helpers/loose-stations.ts";
import { RECIPIENT, RESOURCES } from "../../helpers/station.ts";
import { buy } from "../sync/two-stations.ts";
import { SYNCED_TABLES } from "../../helpers/tables.ts";
import { ALL_TABLES } from "../../../core/all-tables.ts";

/** Creates an organization with a sender, which buys one label. @returns The organization's id. */
function boughtBy(station: LooseStation, name: string): string {
  const { deps } = station;
  const { organizationID, memberID } = createOrganizationWithOwner(
    deps,
    { name, countryCode: "TR", taxOffice: "", taxNumber: "", phone: "", email: "", test: true },
    { userID: deps.newId(), email: "a@ornek.test", name },
  );
  const actor = owner(organizationID, memberID);
  addSampleAgreements(deps, organizationID, RESOURCES);
  topUp(deps, organizationID, minor(1_000_00), "");
  createAddress(deps, actor, {
    ...addressInputSchema.parse({ ...RECIPIENT, name: `${name} Depo`, shortName: "depo" }),
    isRecipientAddress: false,
  });
  const input = shipmentInputSchema.parse({
    test: false,
    recipientAddress: RECIPIENT,
    length: "30",
    width: "20",
    height: "10",
    weight: "2",
    massUnit: "kg",
    distanceUnit: "cm",
  });
  buy(station, actor, createShipment(deps, actor, input, { needsEmail: false, quote: true }).id);
  return organizationID;
}

describe("the organization of a row", () => {
  it("a row of each synced table names its organization in a column or through another row", () => {
    const { db } = looseStation().deps;
    for (const table of SYNCED_TABLES)
      expect(() =>
        db.sql(`SELECT 1 FROM ${table} AS s WHERE ${scopeOf(db, table, columnsOf(db, table))}`),
      ).not.toThrow();
  });

  it("an organization's snapshot has only its own rows, even from a table without an organization column", () => {
    const folder = temporaryFolder();
    const path = join(folder, "packbench.db");
    const station = looseStation(0, [], path);
    const [first, second] = [boughtBy(station, "Birinci"), boughtBy(station, "İkinci")];
    for (const [organizationID, own, other] of [
      [first, "Birinci", "İkinci"],
      [second, "İkinci", "Birinci"],
    ] as const) {
      const file = join(folder, `${own}.db`);
      makeSnapshot(
        { tables: ALL_TABLES, database: path, file, organizationID, now: station.deps.now() },
        () => true,
      );
      const made = new BetterSqlite3(file, { readonly: true });
      const all = SYNCED_TABLES.map((table) =>
        JSON.stringify(made.prepare(`SELECT * FROM ${table}`).all()),
      ).join("\n");
      const filled = SYNCED_TABLES.filter(
        (table) => made.prepare(`SELECT 1 FROM ${table}`).get() !== undefined,
      );
      made.close();
      expect(filled).toEqual(
        expect.arrayContaining([
          "organizations",
          "shipments",
          "parcels",
          "transactions",
          "frozen_addresses",
          "purchase_snapshots",
          "ledger_entries",
        ]),
      );
      expect(all).toContain(own);
      expect(all).not.toContain(other);
    }
    station.deps.db.close();
  });
});
