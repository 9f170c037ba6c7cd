/**
 * A server of the interface for benches, which answers after a set time: arguments are the time for
 * offers and purchases, ms. It prints its address and token.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const [delayMs = "400"] = process.argv.slice(2);
const PRICE = {
  amount: "94.25",
  amountTax: "2.22",
  amountVat: "19.30",
  totalAmount: "115.76",
  currency: "TL",
};

type Kept = {
  readonly id: string;
  readonly offerID: string;
  readonly key: string;
  statusCode: string;
  barcode: string;
};
const shipments = new Map<string, Kept>();
const offers = new Map<string, Kept>();
let sold = 0;

const shown = ({ id, offerID, key, statusCode, barcode }: Kept) => ({
  id,
  statusCode,
  barcode,
  ...PRICE,
  acceptedOfferID: barcode === "" ? null : offerID,
  providerCode: "UZAK",
  trackingStatus: null,
  order: { sourceIdentifier: key },
  labelURL: barcode === "" ? "" : `${url}/labels/${barcode}`,
  labelFileType: "ZPL",
  offers: {
    percentageCompleted: 100,
    list: [
      {
        id: offerID,
        ...PRICE,
        providerCode: "UZAK",
        providerServiceCode: "UZAK_STANDART",
        averageEstimatedTime: 86_400_000_000_000,
        rating: 4,
        durationTerms: "",
        subOffer: [],
      },
    ],
  },
});

async function bodyOf(incoming: IncomingMessage): Promise<Record<string, never>> {
  let text = "";
  for await (const chunk of incoming) text += String(chunk);
  return JSON.parse(text === "" ? "{}" : text) as Record<string, never>;
}

async function answer(incoming: IncomingMessage): Promise<unknown> {
  const { method = "", url: path = "" } = incoming;
  const [, , , what = "", id = ""] = new URL(path, "http://x").pathname.split("/");
  const body = await bodyOf(incoming);
  if (what === "addresses") return method === "GET" ? [] : { id: randomUUID(), ...body };
  if (what === "shipments" && method === "POST") {
    await wait(Number(delayMs));
    const order = body["order"] as { readonly sourceIdentifier?: string } | undefined;
    const kept: Kept = {
      id: randomUUID(),
      offerID: randomUUID(),
      key: order?.sourceIdentifier ?? "",
      statusCode: "GOT_OFFERS",
      barcode: "",
    };
    shipments.set(kept.id, kept);
    offers.set(kept.offerID, kept);
    return shown(kept);
  }
  if (what === "transactions") {
    await wait(Number(delayMs));
    const kept = offers.get(String(body["offerID"]));
    if (kept === undefined) throw new Error("no such offer");
    if (kept.barcode === "")
      kept.barcode = `UZ${process.pid}${String((sold += 1)).padStart(6, "0")}`;
    kept.statusCode = "TRACKING_CODE_CREATED";
    return { id: randomUUID(), shipment: shown(kept) };
  }
  const one = shipments.get(id);
  if (one !== undefined) return shown(one);
  const query = new URL(path, "http://x").searchParams;
  const page = Number(query.get("page") ?? "1");
  return [...shipments.values()]
    .filter(({ statusCode }) => statusCode === query.get("statusFilter"))
    .slice((page - 1) * 100, page * 100)
    .map(shown);
}

const server = createServer((incoming, response) => {
  const label = /\/labels\/(UZ\d+)$/.exec(incoming.url ?? "")?.[1];
  if (label !== undefined)
    return void response.end(`^XA^FO80,80^BY3^BCN,200,N,N,N,A^FD${label}^FS^XZ`);
  answer(incoming).then(
    (data) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ result: true, additionalMessage: "Success", data }));
    },
    (error: unknown) => {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ result: false, code: "E1064", message: String(error) }));
    },
  );
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
process.stdout.write(`${JSON.stringify({ url, token: "bench" })}\n`);
process.once("SIGTERM", () => process.exit(0));
