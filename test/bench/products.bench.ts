/**
 * A packing desk with 50,000 products and 20,000 earlier parcels of the same contents, over HTTP:
 * p99 of 200 warm calls. The floor is the same station without products and earlier parcels.
 *
 * - `products.open`: a scanned order is opened, with its items' barcodes and its usual parcel.
 * - `products.scan`: a barcode is searched among the products.
 * - `products.search`: words are searched among the products.
 * - `products.page`: the last page of the list.
 * - `products.buy`: a one-step purchase, whose contents are derived in its commit.
 */
import { cpSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { productBarcodeID, productID } from "../../core/shipping/products/product-ids.ts";
import { newId } from "../../core/base/ids.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { agent, call, p99, shopPurchase } from "./call.ts";
import { filledFolder } from "./fill.ts";
import { isWanted, measure } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";

const PRODUCTS = 50_000;
const PARCELS = 20_000;
const SHIPMENTS = 1_000;
const PAGE = 100;
const STATION = resolve(import.meta.dirname, "purchase-station.ts");
const ITEMS = [1, 2, 3].map((i) => ({ title: `Ürün ${i}`, quantity: i, sku: `STK-${i}` }));
const CONTENTS = JSON.stringify(ITEMS.map(({ sku, quantity }) => `${sku} ${quantity}`));

const barcodeOf = (i: number): string => String(8_690_000_000_000 + i);

/** Adds products, and earlier parcels of ITEMS, to a station's database. */
function fill(folder: string): void {
  const db = new BetterSqlite3(`${folder}/packbench.db`);
  const first = db
    .prepare<[], { id: string; org: string; stamp: string }>(
      `SELECT id, organization_id AS org, stamp FROM shipments ORDER BY seq LIMIT 1`,
    )
    .get() ?? { id: "", org: "", stamp: "" };
  const { org, stamp } = first;
  const product = db.prepare(
    `INSERT INTO products (id, stamp, created_at, updated_at, organization_id, stock_code, title, shelf, words) VALUES (?, ?, '', '', ?, ?, ?, ?, ?)`,
  );
  const barcode = db.prepare(
    `INSERT INTO product_barcodes (id, stamp, created_at, updated_at, organization_id, product_id, barcode, scan_key) VALUES (?, ?, '', '', ?, ?, ?, ?)`,
  );
  const packed = db.prepare(`INSERT INTO packed_contents VALUES (?, 0, ?, ?, ?)`);
  db.transaction(() => {
    for (let i = 0; i < PRODUCTS; i += 1) {
      const [code, id] = [`STK-${i}`, productID(org, `STK-${i}`)];
      product.run(id, stamp, org, code, `Ürün ${i}`, `A${i % 97}`, `stk-${i} urun ${i}`);
      const ean = barcodeOf(i);
      barcode.run(productBarcodeID(id, ean), stamp, org, id, ean, ean.padStart(14, "0"));
    }
    for (let i = 0; i < PARCELS; i += 1) packed.run(org, CONTENTS, newId(), first.id);
  })();
  db.close();
}

type Place = {
  readonly target: Target;
  readonly numbers: readonly number[];
  readonly last: number;
};

async function open(isFilled: boolean): Promise<Place> {
  const folder = folderOnDisk();
  rmSync(folder, { recursive: true, force: true });
  cpSync(await filledFolder(SHIPMENTS), folder, { recursive: true });
  if (isFilled) fill(folder);
  const target = await startProgram(STATION, [folder]);
  const numbers: number[] = [];
  const { shipment } = bodyFor(await senderOf(target));
  for (let i = 0; i < 20; i += 1)
    numbers.push(
      (await call<{ organizationShipmentID: number }>(target, "POST", "/shipments", shipment)).body
        .data.organizationShipmentID,
    );
  return { target, numbers, last: isFilled ? PRODUCTS / PAGE : 1 };
}

async function senderOf(target: Target): Promise<string> {
  const answer = await call<{ id: string }[]>(
    target,
    "GET",
    "/addresses?isDefaultSenderAddress=true",
  );
  return answer.body.data[0]?.id ?? "";
}

/** Returns the body of a one-step purchase of ITEMS. */
function bodyFor(sender: string): { shipment: object } {
  const body = shopPurchase(sender) as { shipment: object };
  return { ...body, shipment: { ...body.shipment, items: ITEMS } };
}

const get = async ({ target }: Place, path: string): Promise<number> =>
  (await call(target, "GET", path)).ms;

const ASKED: readonly {
  readonly row: string;
  readonly ask: (place: Place, i: number) => Promise<number>;
}[] = [
  {
    row: "products.open",
    ask: async ({ target, numbers }, i) =>
      (
        await call(target, "POST", "/station/orders/open", {
          code: `#${numbers[i % numbers.length]}`,
        })
      ).ms,
  },
  {
    row: "products.scan",
    ask: (place, i) => get(place, `/station/products?search=${barcodeOf((i * 251) % PRODUCTS)}`),
  },
  {
    row: "products.search",
    ask: (place, i) => get(place, `/station/products?search=urun%20${(i * 251) % PRODUCTS}`),
  },
  {
    row: "products.page",
    ask: (place) => get(place, `/station/products?limit=${PAGE}&page=${place.last}`),
  },
  {
    row: "products.buy",
    ask: async ({ target }) =>
      (await call(target, "POST", "/transactions", bodyFor(await senderOf(target)))).ms,
  },
];

if (ASKED.some(({ row }) => isWanted(row))) {
  const [many, none] = [await open(true), await open(false)];
  try {
    await measure(
      ASKED.map(({ row, ask }) => ({
        row,
        goal: "≤ 50",
        unit: "ms p99",
        ours: () => p99((i) => ask(many, i)),
        floor: () => p99((i) => ask(none, i)),
      })),
    );
  } finally {
    agent.destroy();
    await Promise.all([stopProgram(many.target), stopProgram(none.target)]);
  }
}
