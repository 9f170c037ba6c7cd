/**
 * A station with an agreement of Yurtiçi and an account that is connected to the carrier's
 * simulator. It dies, like kill -9, at the n-th pass of a fault point.
 *
 *     node live-carrier-child.ts DATA SIMULATOR EPOCH [POINT N]
 *
 * EPOCH: time, ms, from which its clock runs three hundred times as fast
 */
import { instant, type Instant } from "../../core/base/units.ts";
import { minor } from "../../core/base/money.ts";
import { createCore } from "../../core/core.ts";
import { deskActor } from "../../core/organizations/organizations.service.ts";
import { topUp } from "../../core/organizations/ledger/top-up.ts";
import { accountInputSchema } from "../../core/shipping/accounts/accounts.schema.ts";
import { linkAccount, listAccounts } from "../../core/shipping/accounts/accounts.service.ts";
import { createAgreement, createVersion } from "../../core/shipping/agreements/make-agreement.ts";
import { plainTariff } from "../helpers/agreements.ts";
import { RESOURCES } from "../helpers/folders.ts";
import { dyingAt } from "./a-dying-station.ts";

const [dataDir = "", url = "", epoch = "0", place = "", n = "1"] = process.argv.slice(2);
const FROM = instant("2020-01-01T00:00:00.000Z");

const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: 0,
  demo: true,
  world: {
    now: () =>
      new Date(Number(epoch) + 300 * (Date.now() - Number(epoch))).toISOString() as Instant,
    faultPoint: dyingAt(dataDir, place, Number(n)),
  },
});
core.deps.settings.write("rateLimit", null);
core.deps.settings.write("carrierTargets", { loopback: true });
const started = await core.start();
const actor = deskActor(core.deps, started.memberID);
if (listAccounts(core.deps, actor).length === 0) {
  const agreement = createAgreement(core.deps, started.organizationID, {
    providerCode: "YURTICI",
    name: "Yurtiçi Kargo",
    needsAccount: true,
    ranges: [{ prefix: "", first: 1_000_000_001, last: 1_999_999_999, width: 10 }],
  });
  createVersion(core.deps, agreement, plainTariff(), { from: FROM, to: null });
  linkAccount(
    core.deps,
    actor,
    accountInputSchema.parse({
      providerCode: "YURTICI",
      name: "Yurtiçi hesabı",
      username: "packbench",
      password: "packbench",
      parameters: { connection: "yurtici", url, rateCardID: agreement.id },
    }),
  );
}
topUp(core.deps, started.organizationID, minor(1_000_000_00), "");
// The queue polls once a second, which is five minutes on this clock.
setInterval(() => core.deps.jobs.wake(), 20);
process.stdout.write(`${JSON.stringify({ url: started.url, token: started.token })}\n`);
