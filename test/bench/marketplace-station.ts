/**
 * A station for benches: arguments are the data folder, and the addresses of its marketplaces. It
 * prints its address and token.
 */
import { deskActor } from "../../core/organizations/organizations.service.ts";
import { accountInputSchema } from "../../core/shipping/accounts/accounts.schema.ts";
import { linkAccount } from "../../core/shipping/accounts/accounts.service.ts";
import { changeMarketplace } from "../../core/shipping/accounts/manage-marketplaces.ts";
import { startWealthyStation } from "./wealthy-station.ts";

const [dataDir = "", ...urls] = process.argv.slice(2);
const { core, started } = await startWealthyStation(dataDir);
const { deps } = core;
deps.settings.write("carrierTargets", { loopback: true });
const actor = deskActor(deps, started.memberID);
for (const url of urls) {
  const input = accountInputSchema.parse({
    providerCode: "MARKETPLACE",
    name: url,
    parameters: { connection: "marketplace", url, token: "bench" },
  });
  changeMarketplace(deps, actor, linkAccount(deps, actor, input).id, { asks: "always" });
}
process.stdout.write(`${JSON.stringify(started)}\n`);
process.once("SIGTERM", () => void core.stop().then(() => process.exit(0)));
