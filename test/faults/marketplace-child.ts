/**
 * A station that is a marketplace, or a desk that sells its offers. The desk dies, like kill -9, at
 * the n-th pass of a fault point.
 *
 *     node marketplace-child.ts DATA market
 *     node marketplace-child.ts DATA desk MARKET TOKEN EPOCH [POINT N]
 *
 * EPOCH: time, ms, from which the desk's clock runs a hundred times as fast
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { instant, type Instant } from "../../core/base/units.ts";
import { minor } from "../../core/base/money.ts";
import { createCore } from "../../core/core.ts";
import { inTransaction } from "../../core/db/change.ts";
import { issueToken } from "../../core/organizations/api-tokens.ts";
import { deskActor } from "../../core/organizations/organizations.service.ts";
import { topUp } from "../../core/organizations/ledger/top-up.ts";
import { accountInputSchema } from "../../core/shipping/accounts/accounts.schema.ts";
import { linkAccount, listAccounts } from "../../core/shipping/accounts/accounts.service.ts";
import { changeMarketplace } from "../../core/shipping/accounts/manage-marketplaces.ts";
import { listEntered } from "../../core/shipping/agreements/agreements.service.ts";
import { createAgreement, createVersion } from "../../core/shipping/agreements/make-agreement.ts";
import { plainService, plainTariff } from "../helpers/agreements.ts";
import { RESOURCES } from "../helpers/folders.ts";
import { dyingAt } from "./a-dying-station.ts";

const [dataDir = "", role, market = "", token = "", epoch = "0", place = "", n = "1"] =
  process.argv.slice(2);
const isDesk = role === "desk";
const fast = (): Instant =>
  new Date(Number(epoch) + 100 * (Date.now() - Number(epoch))).toISOString() as Instant;

const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: 0,
  demo: true,
  world: isDesk ? { now: fast, faultPoint: dyingAt(dataDir, place, Number(n)) } : {},
});
core.deps.settings.write("rateLimit", null);
core.deps.settings.write("carrierTargets", { loopback: true });
const started = await core.start();
const { organizationID } = started;
const actor = deskActor(core.deps, started.memberID);
if (isDesk && listAccounts(core.deps, actor).length === 0) {
  const { id } = linkAccount(
    core.deps,
    actor,
    accountInputSchema.parse({
      providerCode: "MARKETPLACE",
      name: "Pazar",
      parameters: { connection: "marketplace", url: market, token },
    }),
  );
  changeMarketplace(core.deps, actor, id, { asks: "always" });
}
if (
  !isDesk &&
  !listEntered(core.deps.db, organizationID).some((one) => one.providerCode === "UZAK")
) {
  inTransaction(core.deps, () => {
    const agreement = createAgreement(core.deps, organizationID, {
      providerCode: "UZAK",
      name: "Uzak Kargo",
      ranges: [{ prefix: "UZ", first: 1, last: 99_999, width: 8 }],
    });
    createVersion(
      core.deps,
      agreement,
      plainTariff({ services: [plainService({ code: "UZAK_STANDART" })] }),
      { from: instant("2020-01-01T00:00:00.000Z"), to: null },
    );
  });
  topUp(core.deps, organizationID, minor(1_000_000_00), "");
}
// The queue polls once a second, which is more than a minute on the desk's clock.
setInterval(() => core.deps.jobs.wake(), 20);
process.stdout.write(
  `${JSON.stringify({ url: started.url, token: isDesk ? started.token : lastingToken() })}\n`,
);

/** Makes a token that a restart does not revoke, once. */
function lastingToken(): string {
  const file = join(dataDir, "token.txt");
  if (!existsSync(file)) {
    const { memberID } = started;
    const issued = issueToken(core.deps, { organizationID, memberID }, { name: "desk" });
    writeFileSync(file, issued.token);
  }
  return readFileSync(file, "utf8");
}
