/**
 * Measures how many row changes of another station are applied per second, on one core and into a
 * file, including folds, counters and balances.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { minor } from "../../core/base/money.ts";
import { openDatabase } from "../helpers/open-database.ts";
import { newId } from "../../core/base/ids.ts";
import { inTransaction } from "../../core/db/change.ts";
import { applyRemote } from "../../core/db/apply-remote.ts";
import { addSampleCards } from "../../core/shipping/carriers/ratecard/sample-cards.ts";
import { addressInputSchema } from "../../core/shipping/addresses/addresses.schema.ts";
import { createAddress } from "../../core/shipping/addresses/addresses.service.ts";
import { topUp } from "../../core/organizations/ledger/top-up.ts";
import { createOrganizationWithOwner } from "../../core/organizations/organizations.service.ts";
import { shipmentInputSchema } from "../../core/shipping/shipments/shipments.schema.ts";
import { projectRows } from "../../core/sync/project-rows.ts";
import { RESOURCES, folderOnDisk } from "../helpers/folders.ts";
import { buyNewNow } from "../helpers/buy-now.ts";
import { looseStation, owner } from "../helpers/loose-stations.ts";
import { measure } from "./measure.ts";

const PURCHASES = 3_000;
/** Transactions that are applied together, as a consumer applies all waiting transactions. */
const BATCH = 100;

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
const { deps, outbox } = looseStation();
const { organizationID, memberID } = createOrganizationWithOwner(
  deps,
  { name: "B", countryCode: "TR", taxOffice: "", taxNumber: "", phone: "", email: "", test: false },
  { userID: newId(), email: "", name: "" },
);
const actor = owner(organizationID, memberID);
addSampleCards(deps, organizationID, RESOURCES);
topUp(deps, organizationID, minor(10_000_000_00), "");
createAddress(deps, actor, { ...addressInputSchema.parse(ADDRESS), isRecipientAddress: false });
for (let i = 0; i < PURCHASES; i += 1) {
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
      only: (quote: { providerServiceCode: string }) =>
        quote.providerServiceCode === "SURAT_STANDART",
    },
    noOffer: () => new Error("no offer") as never,
  };
  inTransaction(deps, () => buyNewNow(deps, actor, purchase));
}
const commits = outbox(0).map((entry) => entry.commit);
const rows = commits.reduce((sum, { changes }) => sum + changes.length, 0);

await measure([
  {
    row: "sync.apply",
    unit: "rows a second",
    goal: "≥ 10000",
    ours: async () => {
      const folder = folderOnDisk();
      const db = openDatabase(join(folder, "packbench.db"), newId);
      const receiver = {
        ...deps,
        db,
        now: () => new Date().toISOString() as ReturnType<typeof deps.now>,
      };
      const began = performance.now();
      for (let at = 0; at < commits.length; at += BATCH)
        applyRemote(receiver, commits.slice(at, at + BATCH), (applied) =>
          projectRows(receiver, applied),
        );
      const seconds = (performance.now() - began) / 1_000;
      db.close();
      rmSync(folder, { recursive: true, force: true });
      return rows / seconds;
    },
  },
]);
