/**
 * Fills a data folder with bought parcels, as after some days of work: at least one in each column
 * of the tracking board, and one lost, one damaged, one undeliverable and one returning parcel,
 * which need attention.
 */
import type { Instant } from "../../core/base/units.ts";
import { createCore, type Core } from "../../core/core.ts";
import { recordTracking } from "../../core/shipping/shipments/record-tracking.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { TrackingSubCode } from "../../core/shipping/tracking/tracking.schema.ts";
import { carriersReport } from "./reporting-carriers.ts";
import { RESOURCES } from "./folders.ts";

const HOUR_MS = 3_600_000;

/** Scans of each parcel, hours before now. */
type Scans = readonly (readonly [subCode: TrackingSubCode, hoursAgo: number, place: string])[];

const PARCELS: readonly {
  readonly name: string;
  readonly cityCode: string;
  readonly districtName: string;
  readonly scans: Scans;
}[] = [
  {
    name: "Çağla Şimşekoğlu",
    cityCode: "06",
    districtName: "Çankaya",
    scans: [
      ["package_accepted", 30, "Kadıköy Şube"],
      ["package_departed", 26, "İstanbul / Tuzla Aktarma"],
      ["package_processing", 20, "Bolu Aktarma"],
      ["package_undeliverable", 4, "Ankara / Çankaya Şube"],
    ],
  },
  {
    name: "Işıl Yağmur",
    cityCode: "35",
    districtName: "Konak",
    scans: [
      ["package_accepted", 50, "Kadıköy Şube"],
      ["package_damaged", 20, "Bursa Aktarma Merkezi"],
    ],
  },
  {
    name: "Ökkeş Gündoğdu",
    cityCode: "27",
    districtName: "Şahinbey",
    scans: [
      ["package_accepted", 60, "Kadıköy Şube"],
      ["package_lost", 10, "Adana Aktarma"],
    ],
  },
  {
    name: "Şule Ünal",
    cityCode: "61",
    districtName: "Ortahisar",
    scans: [
      ["package_accepted", 70, "Kadıköy Şube"],
      ["package_departed", 60, "Depo 7"],
      ["return_to_sender", 5, "Samsun Aktarma"],
    ],
  },
  {
    name: "Gökçe Özbilgin",
    cityCode: "16",
    districtName: "Nilüfer",
    scans: [
      ["package_accepted", 6, "Kadıköy Şube"],
      ["package_departed", 3, "Gebze Aktarma"],
    ],
  },
  {
    name: "Berk İnce",
    cityCode: "07",
    districtName: "Muratpaşa",
    scans: [
      ["package_accepted", 28, "Kadıköy Şube"],
      ["package_processing", 9, "Afyonkarahisar Aktarma"],
    ],
  },
  {
    name: "Nazlı Öztürk",
    cityCode: "34",
    districtName: "Beşiktaş",
    scans: [
      ["package_accepted", 20, "Kadıköy Şube"],
      ["out_for_delivery", 1, "Beşiktaş Şube"],
    ],
  },
  {
    name: "Tuğçe Aydın",
    cityCode: "41",
    districtName: "Gebze",
    scans: [
      ["package_accepted", 20, "Kadıköy Şube"],
      ["out_for_delivery", 3, "Gebze Şube"],
      ["delivered", 0, "Gebze"],
    ],
  },
  { name: "Ümit Çetin", cityCode: "01", districtName: "Seyhan", scans: [] },
];

/**
 * Fills a data folder with the parcels.
 *
 * @returns Ids of the shipments, in the order of `PARCELS`: not delivered, damaged, lost, coming
 *   back, two on their way, out for delivery, delivered, bought.
 */
export async function fillWithParcels(dataDir: string): Promise<readonly string[]> {
  const core = await createCore({ dataDir, resourcesDir: RESOURCES, port: null, demo: true });
  await core.start();
  const made: string[] = [];
  for (const parcel of PARCELS) made.push(await buyOne(core, parcel));
  PARCELS.forEach(({ scans }, i) => {
    for (const [subCode, hoursAgo, locationName] of scans)
      recordTracking(core.deps, made[i] ?? "", {
        subCode,
        statusDate: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString() as Instant,
        details: "",
        locationName,
      });
  });
  carriersReport(core);
  await core.stop();
  return made;
}

async function buyOne(
  core: Core,
  { name, cityCode, districtName }: (typeof PARCELS)[number],
): Promise<string> {
  const recipientAddress = {
    name,
    email: "a@ornek.test",
    phone: "+905551112233",
    address1: "Gül Sk. 5",
    countryCode: "TR",
    cityCode,
    districtName,
  };
  const shipment = await ask<Shipment>(core, "/shipments", {
    recipientAddress,
    length: 20,
    width: 15,
    height: 10,
    weight: 1,
    order: { orderNumber: `YOL-${cityCode}` },
  });
  await ask(core, "/station/purchases", { offerID: shipment.offers?.cheapest?.id, print: false });
  return shipment.id;
}

async function ask<T>(core: Core, path: string, body: unknown): Promise<T> {
  const { status, body: answer } = await core.request({ method: "POST", path, body });
  if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`);
  return (answer as { data: T }).data;
}
