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
import { change, station, trueTime } from "../../helpers/station.ts";
import { parcelOf } from "../contract/contract.ts";

const NEVER = new AbortController().signal;
let simulator: CarrierSimulator | undefined;
afterEach(() => simulator?.close());

it("an account of DHL buys with its sealed secrets and by its text rules, and sends nothing without them", async () => {
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
      registersEarly: "yes",
    },
  });
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
  expect(await outcomesOf(connections.find(body.data.id))).toMatchObject([
    { outcome: "done" },
    { outcome: "done" },
    { outcome: "done", value: null },
  ]);
  const order = connections
    .listCalls(body.data.id)
    .find(({ operation }) => operation === "createOrder");
  expect(order?.request).toContain('"fullName":"Zofie Novakova"');
  change(s, "UPDATE provider_accounts SET secrets = 'x'");
  expect(await outcomesOf(connections.find(body.data.id))).toMatchObject(
    Array(3).fill({ outcome: "unknown", isUnsent: true }),
  );
});
