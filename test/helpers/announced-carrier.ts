/**
 * A carrier to which parcels are announced, inside the test: it keeps the announcements, and the
 * test sets its answers. Its agreement prices and numbers labels at the station.
 */
import { done, refused, unknown, unsent } from "../../core/shipping/carriers/carrier.ts";
import {
  notAnnounced,
  type AnnounceOutcome,
  type AnnounceRequest,
  type ConnectionKind,
  type PickupRequest,
} from "../../core/shipping/carriers/connection.ts";
import type { Charge, InvoiceLine, TrackedEvent } from "../../core/shipping/carriers/carrier.ts";
import type { ProviderAccount } from "../../core/shipping/accounts/accounts.schema.ts";
import { addAgreement } from "./agreements.ts";
import { shipmentWithOffers, station, type Station, type StationOptions } from "./station.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";

/** Answer to the next call: `lost`: carried out, and the answer is lost. */
export type Mood = "refused" | "unsent" | "lost" | "silent";

export type ToldCarrier = {
  readonly kind: ConnectionKind;
  /** Known parcels by barcode; cancelled ones are removed. */
  readonly parcels: Map<string, AnnounceRequest>;
  /** Every announcement and cancellation, in order: "announce G10000000010". */
  readonly calls: string[];
  /** Moods of the next calls, in order. */
  readonly moods: Mood[];
  /** Scans by barcode. */
  readonly scans: Map<string, TrackedEvent[]>;
  /** Tracking numbers by barcode, which the branch gives later. */
  readonly numbers: Map<string, string>;
  /** Ordered couriers. */
  readonly pickups: PickupRequest[];
  /** Invoiced parcels, and the months that were asked for. */
  readonly invoiced: InvoiceLine[];
  readonly months: string[];
  /** Charges before an invoice, by barcode. */
  readonly charges: Map<string, Charge>;
  /** Whether it answers queries for invoices. */
  hasInvoices: boolean;
  /** Whether the branch has the parcels, so that none can be cancelled. */
  hasParcels: boolean;
  /** Words of refusals. */
  words: string;
  /** Waits before each answer. */
  gate: () => Promise<void>;
};

export function createToldCarrier(): ToldCarrier {
  /** User names at which parcels are known, by barcode. */
  const logins = new Map<string, string>();
  const told: ToldCarrier = {
    parcels: new Map(),
    calls: [],
    moods: [],
    scans: new Map(),
    numbers: new Map(),
    pickups: [],
    invoiced: [],
    months: [],
    charges: new Map(),
    hasInvoices: true,
    hasParcels: false,
    words: "Telefon hatalı",
    gate: () => Promise.resolve(),
    kind: {
      kind: "told",
      providerCode: "GERCEK",
      name: "Told",
      can: ["test", "announce", "cancel", "track", "pickup", "invoice"],
      needsLogin: true,
      fields: [
        { name: "url", type: "url", isRequired: true },
        { name: "customerKey", type: "secret", isRequired: true },
      ],
      orderNeeds: [],
      create: (account) => ({
        accountID: account.id,
        kind: "told",
        name: account.name,
        can: new Set(["test", "announce", "cancel", "track", "pickup", "invoice"]),
        announcesPerSecond: 1_000,
        timeoutMs: 2_000,
        tracksAtOnce: 10,
        check: ({ recipient: { name } }) =>
          name.length < 5
            ? { code: "", field: "recipient.name", reason: "The name has fewer than 5 letters." }
            : undefined,
        test: () =>
          Promise.resolve(
            account.password === "dogru" && account.secrets["customerKey"] === "anahtar"
              ? done("ok")
              : refused("E2033", "wrong password"),
          ),
        async announce(request): Promise<AnnounceOutcome> {
          told.calls.push(`announce ${request.barcode}`);
          const mood = told.moods.shift();
          await told.gate();
          if (mood === "unsent") return unsent("connect ECONNREFUSED");
          if (mood === "silent") return unknown("no answer");
          if (mood === "refused")
            return notAnnounced({
              code: "935",
              field: "recipient.phone",
              reason: told.words,
            });
          if (told.parcels.has(request.barcode) && !request.mayBeAnnounced)
            return notAnnounced({ code: "60020", field: "", reason: "Anahtar kullanılmış" });
          told.parcels.set(request.barcode, request);
          logins.set(request.barcode, account.username);
          return mood === "lost" ? unknown("no answer") : done({ details: { jobId: "7" } });
        },
        async cancel({ barcode, isConfirmed = false }) {
          told.calls.push(`cancel ${barcode}`);
          const mood = told.moods.shift();
          await told.gate();
          if (mood === "unsent") return unsent("connect ECONNREFUSED");
          if (mood === "silent") return unknown("no answer");
          if (told.hasParcels) return refused("E2022", "Şubede");
          if (!told.parcels.has(barcode) || logins.get(barcode) !== account.username)
            return isConfirmed ? refused("E2022", "Kayıt yok") : done(null);
          told.parcels.delete(barcode);
          return mood === "lost" ? unknown("no answer") : done(null);
        },
        pickup(request) {
          told.calls.push(`pickup ${request.pieces}`);
          const mood = told.moods.shift();
          if (mood === "unsent") return Promise.resolve(unsent("connect ECONNREFUSED"));
          if (mood === "refused") return Promise.resolve(refused("E2033", "Saat geçti"));
          told.pickups.push(request);
          return Promise.resolve(mood === "lost" ? unknown("no answer") : done("K-17"));
        },
        invoice(month) {
          told.months.push(month);
          if (!told.hasInvoices) return Promise.resolve(unknown("no answer"));
          return Promise.resolve(
            done({
              lines: told.invoiced.filter(({ invoicedOn }) => invoicedOn.startsWith(month)),
              unread: [],
            }),
          );
        },
        track(requests) {
          told.calls.push(`track ${requests.length}`);
          const mood = told.moods.shift();
          if (mood !== undefined) return Promise.resolve(unknown("no answer"));
          return Promise.resolve(
            done(
              requests.flatMap(({ purchaseKey, barcode }) => {
                const events = told.scans.get(barcode);
                const trackingNumber = told.numbers.get(barcode);
                const charge = told.charges.get(barcode);
                return events === undefined && trackingNumber === undefined
                  ? []
                  : {
                      purchaseKey,
                      events: events ?? [],
                      ...(trackingNumber === undefined ? {} : { trackingNumber }),
                      ...(charge === undefined ? {} : { charge }),
                    };
              }),
            ),
          );
        },
      }),
    },
  };
  return told;
}

/** Account of the carrier, as Settings sends it. */
export const TOLD_ACCOUNT = {
  providerCode: "GERCEK",
  name: "Gerçek hesabı",
  username: "ornek",
  password: "dogru",
  parameters: { connection: "told", url: "https://kargo.ornek.test/ws", customerKey: "anahtar" },
};

export type ToldStation = Station & { readonly told: ToldCarrier; readonly accountID: string };

/** Starts a station with an agreement of the carrier and a connected account. */
export async function toldStation(
  parameters: Record<string, unknown> = {},
  options: StationOptions = {},
  told = createToldCarrier(),
): Promise<ToldStation> {
  const s = await station({
    ...options,
    world: { connectionKinds: [told.kind], ...options.world },
  });
  addAgreement(s);
  const { body } = await s.call<ProviderAccount>("POST", "/provideraccounts", {
    ...TOLD_ACCOUNT,
    parameters: { ...TOLD_ACCOUNT.parameters, ...parameters },
  });
  return { ...s, told, accountID: body.data.id };
}

/** Buys a label with the connected account. */
export async function buyTold(
  s: ToldStation,
  change: Record<string, unknown> = {},
): Promise<Transaction> {
  const { offers } = await shipmentWithOffers(s, change);
  const offer = offers?.list.find(({ providerAccountID }) => providerAccountID === s.accountID);
  const { body, status } = await s.call<Transaction>("POST", "/transactions", {
    offerID: offer?.id,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}
