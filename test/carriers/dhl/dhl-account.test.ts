import { afterEach, expect, it } from "vitest";
import { newId } from "../../../core/base/ids.ts";
import type { Connection } from "../../../core/shipping/carriers/connection.ts";
import type { ProviderAccount } from "../../../core/shipping/accounts/accounts.schema.ts";
import { createSimulatedDhl } from "../../../core/shipping/carriers/simulator/dhl.ts";
import {
  startCarrierSimulator,
  type CarrierSimulator,
} from "../../../core/shipping/carriers/simulator/simulator.ts";
import { addAgreement } from "../../helpers/agreements.ts";
import { createRegistering } from "../../../core/fulfilment/announcements/register-recipients.ts";
import { change, shipmentWithOffers, station, trueTime } from "../../helpers/station.ts";
import { parcelOf } from "../contract/contract.ts";

const NEVER = new AbortController().signal;
let simulator: CarrierSimulator | undefined;
afterEach(() => simulator?.close());

/** Starts a station with an account at a new simulator. */
async function dhlStation(registersEarly: "yes" | "no") {
  const simulated = createSimulatedDhl();
  simulated.setBranchMs?.(0);
  simulator = await startCarrierSimulator(simulated, 0);
  const s = await station({
    world: { now: trueTime },
    settings: { carrierTargets: { loopback: true } },
  });
  addAgreement(s, { providerCode: "DHL", needsAccount: true });
  const { body } = await s.call<ProviderAccount>("POST", "/provideraccounts", {
    providerCode: "DHL",
    name: "Hesap",
    username: "packbench",
    password: "packbench",
    parameters: {
      connection: "dhl",
      url: simulator.url,
      clientId: "packbench",
      clientSecret: "packbench",
      recipientEmail: "orders@example.test",
      registersEarly,
    },
  });
  return { s, accountID: body.data.id };
}

it.each([
  ["yes", 1],
  ["no", 0],
] as const)(
  "with the switch “%s”, the recipient of a waiting order is registered %i times",
  async (registersEarly, times) => {
    const { s, accountID } = await dhlStation(registersEarly);
    await shipmentWithOffers(s);
    const registering = createRegistering(s.core.deps, 0);
    for (let round = 0; round < 2; round += 1)
      await registering.step([s.started.organizationID], NEVER);
    const calls = s.core.deps.connections
      .listCalls(accountID)
      .filter(({ operation }) => operation === "createRecipient");
    expect([calls.length, calls.every(({ status }) => status === 200)]).toEqual([times, true]);
  },
);

it("an account of DHL buys with its sealed secrets and by its text rules, and sends nothing without them", async () => {
  const { s, accountID } = await dhlStation("yes");
  const { connections } = s.core.deps;
  const parcel = parcelOf("o");
  const consignment = { ...parcel, recipient: { ...parcel.recipient, name: "Žofie Nováková" } };
  const request = {
    key: newId(),
    consignment,
    providerCode: "DHL",
    providerServiceCode: "DHL_STANDART",
    details: {},
  };
  const outcomesOf = async (connection: Connection | undefined) =>
    Promise.all([
      connection?.registerRecipient?.(consignment, NEVER),
      connection?.buy?.(request, NEVER),
      connection?.find?.({ ...request, key: newId() }, NEVER),
    ]);
  expect(await outcomesOf(connections.find(accountID))).toMatchObject([
    { outcome: "done" },
    { outcome: "done" },
    { outcome: "done", value: null },
  ]);
  const order = connections
    .listCalls(accountID)
    .find(({ operation }) => operation === "createOrder");
  expect(order?.request).toContain('"fullName":"Zofie Novakova"');
  change(s, "UPDATE provider_accounts SET secrets = 'x'");
  expect(await outcomesOf(connections.find(accountID))).toMatchObject(
    Array(3).fill({ outcome: "unknown", isUnsent: true }),
  );
});
