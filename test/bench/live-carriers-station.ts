/**
 * A station for benches with an agreement and an account: arguments are the data folder, the
 * account's kind of connection ("" for none), when it announces, and the address of the carrier's
 * service. It prints its address and token.
 */
import { instant } from "../../core/base/units.ts";
import { deskActor } from "../../core/organizations/organizations.service.ts";
import { accountInputSchema } from "../../core/shipping/accounts/accounts.schema.ts";
import { linkAccount } from "../../core/shipping/accounts/accounts.service.ts";
import { createAgreement, createVersion } from "../../core/shipping/agreements/make-agreement.ts";
import { plainService, plainTariff } from "../helpers/agreements.ts";
import { startWealthyStation } from "./wealthy-station.ts";

const [dataDir = "", connection = "", announces = "atOnce", url = ""] = process.argv.slice(2);
const { core, started } = await startWealthyStation(dataDir);
const { deps } = core;
deps.settings.write("carrierTargets", { loopback: true });
const agreement = createAgreement(deps, started.organizationID, {
  providerCode: "YURTICI",
  name: "Yurtiçi Kargo",
  needsAccount: true,
  ranges: [{ prefix: "", first: 1_000_000_001, last: 9_999_999_999, width: 10 }],
});
const services = [plainService({ code: "YURTICI_BENCH" })];
createVersion(deps, agreement, plainTariff({ services }), {
  from: instant("2020-01-01T00:00:00.000Z"),
  to: null,
});
linkAccount(
  deps,
  deskActor(deps, started.memberID),
  accountInputSchema.parse({
    providerCode: "YURTICI",
    name: "Account",
    username: "packbench",
    password: "packbench",
    parameters: {
      rateCardID: agreement.id,
      announces,
      ...(connection === "" ? {} : { connection, url }),
    },
  }),
);
process.stdout.write(`${JSON.stringify(started)}\n`);
process.once("SIGTERM", () => void core.stop().then(() => process.exit(0)));
