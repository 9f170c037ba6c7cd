/**
 * A carrier that makes the scanned code, inside the test: it sells labels by key, gives each
 * label's file once, and the test sets its answers. Its agreement has no range of barcodes.
 */
import { done, notReady, refused, unknown, unsent } from "../../core/shipping/carriers/carrier.ts";
import type {
  Bought,
  BoughtRequest,
  Outcome,
  QuoteDetails,
} from "../../core/shipping/carriers/carrier.ts";
import type { ConnectionKind } from "../../core/shipping/carriers/connection.ts";
import type { ProviderAccount } from "../../core/shipping/accounts/accounts.schema.ts";
import { addAgreement } from "./agreements.ts";
import { station, type Station, type StationOptions } from "./station.ts";

/** Answer to the next purchase: `lost`: carried out, and the answer is lost. */
type Mood = "notReady" | "lost" | "silent" | "unsent" | "refused" | "noLabel" | "page";

export type SellingCarrier = {
  readonly kind: ConnectionKind;
  /** Barcodes of labels in force, by the key of their purchase. */
  readonly sold: Map<string, string>;
  /** Every purchase, lookup and cancellation, in order. */
  readonly calls: string[];
  readonly moods: Mood[];
  /** Further ids of each sold label. */
  details: QuoteDetails;
  /** Requests of cancellations. */
  readonly cancels: BoughtRequest[];
  /** Waits before each answer to a purchase or a lookup. */
  gate: () => Promise<void>;
  /** Keys of orders that have no label yet. */
  readonly orders: Set<string>;
  /** Answer to the next cancellations, in order; `lost`: carried out, and the answer is lost. */
  readonly cancelMoods: ("refused" | "silent" | "lost" | "unsent")[];
};

/** Writes a label of 100 × 150 mm with a readable barcode and the carrier's own words. */
function carriersZpl(barcode: string): string {
  return `^XA^PW799^LL1199^CI28^FO80,80^BY3^BCN,200,N,N,N,A^FD${barcode}^FS^FO80,400^A0N,40,40^FDAktarma 34^FS^XZ`;
}

export function createSellingCarrier(): SellingCarrier {
  let next = 880_000_000_001;
  const selling: SellingCarrier = {
    sold: new Map(),
    calls: [],
    moods: [],
    details: {},
    cancels: [],
    gate: () => Promise.resolve(),
    orders: new Set(),
    cancelMoods: [],
    kind: {
      kind: "selling",
      providerCode: "GERCEK",
      name: "Selling",
      can: ["buy", "find", "cancel"],
      needsLogin: true,
      fields: [],
      orderNeeds: [],
      create: (account) => {
        const boughtAs = (barcode: string): Bought => ({
          barcode,
          trackingNumber: `T${barcode}`,
          trackingUrl: "",
          carrierName: account.name,
          details: { ...selling.details, shipmentId: `S${barcode}` },
        });
        return {
          accountID: account.id,
          kind: "selling",
          name: account.name,
          can: new Set(["buy", "find", "cancel"]),
          announcesPerSecond: 1_000,
          timeoutMs: 2_000,
          async buy({ key }): Promise<Outcome<Bought>> {
            selling.calls.push("buy");
            await selling.gate();
            const mood = selling.moods.shift();
            if (mood === "silent") return unknown("no answer");
            if (mood === "unsent") return unsent("connect ECONNREFUSED");
            if (mood === "refused") return refused("E2033", "Adres hatalı");
            if (mood === "notReady") {
              selling.orders.add(key);
              return notReady("Şube henüz belli değil", 10_000);
            }
            selling.orders.delete(key);
            const barcode = selling.sold.get(key) ?? String(next);
            if (!selling.sold.has(key)) next += 1;
            selling.sold.set(key, barcode);
            if (mood === "lost") return unknown("no answer");
            const text = mood === "page" ? "<html>Hata</html>" : carriersZpl(barcode);
            const label = { type: "application/zpl", bytes: Buffer.from(text) } as const;
            return done({ ...boughtAs(barcode), ...(mood === "noLabel" ? {} : { label }) });
          },
          async find({ key }): Promise<Outcome<Bought | null>> {
            selling.calls.push("find");
            await selling.gate();
            const barcode = selling.sold.get(key);
            return done(barcode === undefined ? null : boughtAs(barcode));
          },
          cancel(request): Promise<Outcome<null>> {
            selling.calls.push("cancel");
            selling.cancels.push(request);
            const mood = selling.cancelMoods.shift();
            if (mood === "silent") return Promise.resolve(unknown("no answer"));
            if (mood === "unsent") return Promise.resolve(unsent("connect ECONNREFUSED"));
            if (mood === "refused") return Promise.resolve(refused("E2022", "İptal edilemez"));
            const isKnown =
              selling.sold.delete(request.purchaseKey) ||
              selling.orders.delete(request.purchaseKey);
            if (!isKnown && request.isConfirmed === true)
              return Promise.resolve(refused("E2022", "Kayıt yok"));
            return Promise.resolve(mood === "lost" ? unknown("no answer") : done(null));
          },
        };
      },
    },
  };
  return selling;
}

export type SellingStation = Station & {
  readonly selling: SellingCarrier;
  readonly accountID: string;
};

/** Starts a station with an agreement without barcodes and a connected account. */
export async function sellingStation(
  options: StationOptions = {},
  selling = createSellingCarrier(),
): Promise<SellingStation> {
  const s = await station({
    ...options,
    world: { connectionKinds: [selling.kind], ...options.world },
  });
  addAgreement(s, { ranges: [] });
  const { body } = await s.call<ProviderAccount>("POST", "/provideraccounts", {
    providerCode: "GERCEK",
    name: "Gerçek hesabı",
    username: "ornek",
    password: "dogru",
    parameters: { connection: "selling" },
  });
  return { ...s, selling, accountID: body.data.id };
}
