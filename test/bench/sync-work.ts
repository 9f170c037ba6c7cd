/**
 * Work for the benches of many stations: changes of one row each, and purchases, as a station's
 * outbox holds them.
 */
import { addressInputSchema } from "../../core/shipping/addresses/addresses.schema.ts";
import { createAddress } from "../../core/shipping/addresses/addresses.service.ts";
import { minor } from "../../core/base/money.ts";
import { addSampleAgreements } from "../../core/shipping/agreements/sample-agreements.ts";
import { inTransaction, insertRow } from "../../core/db/change.ts";
import type { Deps } from "../../core/deps.ts";
import { topUp } from "../../core/organizations/ledger/top-up.ts";
import { createOrganizationWithOwner } from "../../core/organizations/organizations.service.ts";
import { shipmentInputSchema } from "../../core/shipping/shipments/shipments.schema.ts";
import { toMessages, type OutMessage } from "../../core/sync/stream/stream-message.ts";
import { listOutboxChanges } from "../../core/sync/stream/sync.store.ts";
import { RESOURCES } from "../helpers/folders.ts";
import { buyNewNow } from "../helpers/buy-now.ts";
import { owner } from "../helpers/loose-stations.ts";

const ADDRESS = {
  name: "Depo",
  phone: "+905551112233",
  address1: "Bağdat Cd. No: 5",
  countryCode: "TR",
  cityCode: "34",
  cityName: "İstanbul",
  districtName: "Kadıköy",
  email: "a@ornek.test",
};

/** Makes one transaction that inserts one row. */
export function changeOneRow(deps: Deps, n: number): void {
  const now = deps.now();
  inTransaction(deps, () =>
    insertRow(deps.db, "parcel_templates", {
      id: deps.newId(),
      created_at: now,
      updated_at: now,
      organization_id: "bench",
      name: `Kutu ${n}`,
      length: 30,
      width: 20,
      height: 10,
      weight: 1,
      distance_unit: "cm",
      mass_unit: "kg",
      is_active: 1,
      position: n,
      barcode: "",
    }),
  );
}

/**
 * Makes an organization and `count` purchases.
 * @returns The organization's id.
 */
export function makePurchases(deps: Deps, count: number): string {
  const { organizationID, memberID } = createOrganizationWithOwner(
    deps,
    {
      name: "B",
      countryCode: "TR",
      taxOffice: "",
      taxNumber: "",
      phone: "",
      email: "",
      test: false,
    },
    { userID: deps.newId(), email: "", name: "" },
  );
  const actor = owner(organizationID, memberID);
  addSampleAgreements(deps, organizationID, RESOURCES);
  topUp(deps, organizationID, minor(10_000_000_00), "");
  createAddress(deps, actor, { ...addressInputSchema.parse(ADDRESS), isRecipientAddress: false });
  for (let i = 0; i < count; i += 1) {
    const input = shipmentInputSchema.parse({
      test: false,
      recipientAddress: { ...ADDRESS, name: `Alıcı ${i}` },
      length: "30",
      width: "20",
      height: "10",
      weight: "2",
      massUnit: "kg",
      distanceUnit: "cm",
      items: [{ title: "Tişört", quantity: 1 }],
    });
    const purchase = {
      input,
      create: {
        needsEmail: false,
        only: { code: "SURAT_STANDART", accountID: null },
      },
      noOffer: () => new Error("no offer") as never,
    };
    inTransaction(deps, () => buyNewNow(deps, actor, purchase));
  }
  return organizationID;
}

/** Returns all messages that a station would publish for its outbox after row `after`. */
export function messagesOf(deps: Pick<Deps, "db">, after = 0): OutMessage[] {
  return listOutboxChanges(deps.db, after, 10_000_000).flatMap((row) => toMessages(row));
}
