/**
 * A station that buys for random amounts until nothing is left of the balance that it shares; the
 * test kills and restarts it. Its purchases are entries of the real ledger, with shipment number
 * and barcode as reference. Exit code 0: nothing more can be obtained. 3: the spendable
 * amount was negative.
 *
 * Arguments: the database, the hub's url, the organization, a seed.
 */
import { isAppError } from "../../../../core/base/errors.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { withLeases, type LeaseNeed } from "../../../../core/db/leases.ts";
import { missingNumbers } from "../../../../core/db/number-blocks.ts";
import { shipmentNumbers, takeNumber } from "../../../../core/db/number-range.ts";
import { connect } from "@nats-io/transport-node";
import { capacityOf } from "../../../../core/organizations/ledger/money-lease.ts";
import { missingMoney, postEntry } from "../../../../core/organizations/ledger/ledger.service.ts";
import { createLeases } from "../../../../core/sync/leases/leases.ts";
import { openScarce } from "../../../../core/sync/leases/scarce-bucket.ts";
import { looseStation, seeded } from "../../../helpers/loose-stations.ts";

const [path = "", url = "", organizationID = "", seed = "1"] = process.argv.slice(2);
const random = seeded(Number(seed));
const { deps } = looseStation(0, [], path);
const nc = await connect({
  servers: url,
  waitOnFirstConnect: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 50,
});
let isConnected = true;
void (async () => {
  for await (const { type } of nc.status())
    if (type === "disconnect" || type === "reconnect") isConnected = type === "reconnect";
})();
const leases = createLeases(deps, {
  kv: await openScarce(nc),
  nc,
  isConnected: () => isConnected,
  organizationIDs: () => [organizationID],
});

const SHIPMENTS = shipmentNumbers(organizationID);
const BARCODES = { range: "barcode:FAR 7 1000", first: 1_000, end: 900_000 };

function findMissing(amount: number): LeaseNeed | undefined {
  return (
    missingNumbers(deps.db, SHIPMENTS, 1) ??
    missingNumbers(deps.db, BARCODES, 1) ??
    missingMoney(deps, organizationID, amount)
  );
}

function buy(amount: number): string {
  const transactionID = deps.newId();
  inTransaction(deps, () => {
    const reference = `${takeNumber(deps.db, SHIPMENTS)} ${takeNumber(deps.db, BARCODES)}`;
    postEntry(deps, {
      organizationID,
      kind: "PURCHASE",
      amount: -amount,
      transactionID,
      reference,
      isSpent: true,
    });
  });
  return transactionID;
}

for (let dry = 0; dry < 2;) {
  const amount =
    dry === 0 ? 1 + Math.floor(random() * 3_000) : Math.max(1, capacityOf(deps, organizationID));
  try {
    const bought = await withLeases(
      { leases },
      () => findMissing(amount),
      () => buy(amount),
    );
    dry = 0;
    if (random() < 0.05)
      inTransaction(deps, () =>
        postEntry(deps, {
          organizationID,
          kind: "REFUND",
          amount,
          transactionID: bought,
          reference: "",
        }),
      );
    if (capacityOf(deps, organizationID) < 0) process.exit(3);
    await new Promise((done) => setTimeout(done, 2)); // Lets other desks run.
  } catch (error) {
    if (!isAppError(error, "numbersUsedUp") && !isAppError(error, "balanceElsewhere")) throw error;
    if (isConnected && error.code === "E2132") dry += 1;
    else await new Promise((done) => setTimeout(done, 50));
  }
}
leases.close();
await nc.close();
deps.db.close();
