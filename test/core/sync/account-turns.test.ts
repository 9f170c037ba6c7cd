/**
 * Three real stations at a real hub, with one account of a carrier: each label is announced by the
 * station that bought it, and one station at a time asks for scans and invoices.
 */
import { describe, expect, it } from "vitest";
import { createInvoiceReading } from "../../../core/fulfilment/charges/read-invoices.ts";
import type { ProviderAccount } from "../../../core/shipping/accounts/accounts.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { addAgreement } from "../../helpers/agreements.ts";
import { createToldCarrier, TOLD_ACCOUNT } from "../../helpers/announced-carrier.ts";
import { until } from "../../helpers/bare-nats.ts";
import { startHub, whyNoHub } from "../../helpers/hub.ts";
import { allInStep, joinedHere, makeShipment } from "../../helpers/joined-stations.ts";

type Desk = Awaited<ReturnType<typeof joinedHere>>;
type Offers = {
  readonly list: readonly { readonly id: string; providerAccountID: string | null }[];
};

const NEVER = new AbortController().signal;

async function buy(station: Desk, accountID: string): Promise<Transaction> {
  const { offers } = (await makeShipment(station)) as unknown as { readonly offers: Offers };
  const offer = offers.list.find(({ providerAccountID }) => providerAccountID === accountID);
  return await station.call<Transaction>("/transactions", { offerID: offer?.id });
}

/** Lets each station read invoices as its loop does once a day. */
async function readInvoices(stations: readonly Desk[]): Promise<void> {
  for (const { core, ready } of stations)
    await createInvoiceReading(core.deps).step([ready.organizationID], NEVER);
}

describe.skipIf(whyNoHub !== undefined)("an account at three stations", () => {
  it(
    "announces each label once, is asked by one station, by another one after that has stopped, and by none without the hub",
    { tags: "all", timeout: 120_000 },
    async () => {
      const told = createToldCarrier();
      const world = { connectionKinds: [told.kind] };
      const hub = await startHub();
      const desk = (code: string): Promise<Desk> =>
        joinedHere(["--join", code, "--demo"], undefined, { world });
      const a = await desk(hub.joinCode);
      const stations = [a, await desk(await hub.add()), await desk(await hub.add())];
      addAgreement(a);
      const { id: accountID } = await a.call<ProviderAccount>("/provideraccounts", TOLD_ACCOUNT);
      await allInStep(stations);
      const turns = (of: readonly Desk[]): readonly Desk[] =>
        of.filter(({ core, ready }) => core.deps.turns.isTurn(ready.organizationID, accountID));

      const labels = await Promise.all(stations.map((station) => buy(station, accountID)));
      const barcodes = labels.map(({ shipment }) => shipment.barcode ?? "");
      await until("the carrier has all labels", () => told.parcels.size === 3, 20_000);
      await allInStep(stations);
      const announced = told.calls.filter((call) => call.startsWith("announce"));
      expect(announced.toSorted()).toEqual(barcodes.map((code) => `announce ${code}`).toSorted());

      await until("one station asks", () => turns(stations).length === 1, 20_000);
      const [asking] = turns(stations) as [Desk];
      const asked = (): number =>
        told.calls
          .filter((call) => call.startsWith("track"))
          .reduce((sum, call) => sum + Number(call.split(" ")[1]), 0);
      await until("the carrier is asked about all labels", () => asked() >= 3, 20_000);
      expect(asked()).toBe(3);
      told.months.length = 0;
      await readInvoices([asking]);
      const once = [...told.months];
      await readInvoices(stations.filter((station) => station !== asking));
      expect(told.months).toEqual(once);

      await asking.stop();
      const others = stations.filter((station) => station !== asking);
      await until("another station asks", () => turns(others).length === 1, 30_000);

      await hub.kill9("both");
      await until("nobody asks", () => turns(others).length === 0, 20_000);
      told.months.length = 0;
      await readInvoices(others);
      expect(told.months).toEqual([]);
    },
  );
});
