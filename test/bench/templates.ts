/**
 * Makes the shipments from which the large bench folder is copied: the product itself makes them,
 * in the states that they have in a warehouse. Only the mark of a returned shipment is written by
 * SQL.
 */
import { minor } from "../../core/base/money.ts";
import type { Instant } from "../../core/base/units.ts";
import { createCore, type Core } from "../../core/core.ts";
import { topUp } from "../../core/organizations/ledger/top-up.ts";
import { indexAll } from "../../core/shipping/shipments/search-index.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { TrackingSubCode } from "../../core/shipping/tracking/tracking.schema.ts";
import { recordTracking } from "../../core/shipping/shipments/record-tracking.ts";
import { RESOURCES } from "../helpers/folders.ts";

export type Kind = "delivered" | "shipped" | "printed" | "returned" | "cancelled" | "waiting";

/** How many of each hundred shipments are of a kind. The rest is delivered. */
export const SHARES: Readonly<Record<Exclude<Kind, "delivered">, number>> = {
  shipped: 4,
  printed: 1,
  returned: 1,
  cancelled: 1,
  waiting: 1,
};

export type Made = { readonly id: string; readonly kind: Kind; readonly recipientName: string };

const MADE: Readonly<Record<Kind, number>> = {
  delivered: 12,
  shipped: 4,
  printed: 2,
  returned: 2,
  cancelled: 2,
  waiting: 4,
};
const DISTRICTS = [
  ["34", "Kadıköy"],
  ["06", "Çankaya"],
  ["35", "Konak"],
  ["16", "Osmangazi"],
  ["07", "Muratpaşa"],
  ["01", "Seyhan"],
] as const;
const SCANS: readonly TrackingSubCode[] = [
  "package_accepted",
  "package_departed",
  "out_for_delivery",
];

/**
 * Makes shipments of every kind.
 * @param dataDir Created if missing.
 * @param beforeFirst Called with the open core before the first shipment is made.
 */
export async function makeTemplates(
  dataDir: string,
  beforeFirst: (core: Core) => void,
): Promise<Made[]> {
  const core = await createCore({
    dataDir,
    resourcesDir: RESOURCES,
    port: null,
    demo: true,
    world: {
      printers: {
        send: () => Promise.resolve({ state: "SENT" as const }),
        proves: () => "SENT",
        probe: () => Promise.resolve({ state: "ready" as const, message: "", checks: [] } as never),
      },
    },
  });
  const started = await core.start();
  topUp(core.deps, started.organizationID, minor(10_000_000_000), "bench");
  await ask(core, "POST", "/station/printers", {
    driver: "tcp",
    name: "Bench",
    host: "127.0.0.1",
    port: 9,
  });
  beforeFirst(core);
  const made: Made[] = [];
  for (const [kind, count] of Object.entries(MADE) as [Kind, number][]) {
    for (let i = 0; i < count; i += 1) made.push(await makeOne(core, kind, made.length));
  }
  await waitForPrints(core);
  await indexAll(core.deps);
  await core.stop();
  return made;
}

async function makeOne(core: Core, kind: Kind, n: number): Promise<Made> {
  const [cityCode, districtName] = DISTRICTS[n % DISTRICTS.length] ?? DISTRICTS[0];
  const recipientName = `Örnek Alıcı${String(n).padStart(4, "0")}`;
  const shipment = await ask<Shipment>(core, "POST", "/shipments", {
    recipientAddress: {
      name: recipientName,
      email: `alici${n}@ornek.test`,
      phone: `+9055511122${String(n).padStart(2, "0")}`,
      address1: `Bağdat Cd. No: ${n} D: 3`,
      countryCode: "TR",
      cityCode,
      districtName,
    },
    length: 20 + (n % 7) * 5,
    width: 15 + (n % 5) * 5,
    height: 5 + (n % 4) * 5,
    weight: 1 + (n % 9) / 2,
    items: [{ title: "Tişört", quantity: 1 + (n % 3) }],
    order: {
      sourceCode: "API",
      sourceIdentifier: `https://magaza${n % 3}.ornek.test`,
      orderNumber: `ORNEK-${String(n).padStart(6, "0")}`,
      totalAmount: "150",
      totalAmountCurrency: "TRY",
    },
  });
  const made = { id: shipment.id, kind, recipientName };
  if (kind === "waiting") return made;
  const offers = shipment.offers?.list ?? [];
  await ask(core, "POST", "/station/purchases", {
    offerID: offers[n % offers.length]?.id,
    print: true,
  });
  await waitForPrints(core);
  if (kind === "cancelled") await ask(core, "DELETE", `/shipments/${shipment.id}`);
  if (kind === "shipped" || kind === "delivered" || kind === "returned")
    SCANS.forEach((scan, i) => scanned(core, shipment.id, scan, i));
  if (kind === "delivered") scanned(core, shipment.id, "delivered", SCANS.length);
  if (kind === "returned")
    // A purchased return sets the same column.
    core.deps.db.raw.prepare("UPDATE shipments SET is_returned = 1 WHERE id = ?").run(shipment.id);
  return made;
}

function scanned(core: Core, id: string, subCode: TrackingSubCode, hours: number): void {
  const statusDate = new Date(Date.now() + hours * 3_600_000).toISOString() as Instant;
  recordTracking(core.deps, id, {
    subCode,
    statusDate,
    details: "",
    locationName: "Aktarma Merkezi",
  });
}

async function waitForPrints(core: Core): Promise<void> {
  for (;;) {
    const { queued } = await ask<{ queued: number }>(core, "GET", "/station/desk");
    if (queued === 0) return;
    await new Promise((done) => setTimeout(done, 5));
  }
}

async function ask<T>(
  core: Core,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  const { status, body: answer } = await core.request({ method, path, body });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return (answer as { data: T }).data;
}
