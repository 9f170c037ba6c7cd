/**
 * A station that dies, like kill -9, at the n-th pass of a fault point. Its carriers are two
 * accounts at the tests' courier: "seeing" can look up a key, "blind" cannot.
 *
 *     node courier-child.ts DATA COURIER EPOCH [POINT N]
 *
 * EPOCH: time, ms, from which its clock runs three hundred times as fast
 */
import type { Instant } from "../../core/base/units.ts";
import { minor } from "../../core/base/money.ts";
import { createCore } from "../../core/core.ts";
import { topUp } from "../../core/organizations/ledger/top-up.ts";
import { createCourier, withoutLookup } from "../carriers/courier/adapter.ts";
import { RESOURCES } from "../helpers/folders.ts";
import { dyingAt } from "./a-dying-station.ts";

const [dataDir = "", url = "", epoch = "0", place = "", n = "1"] = process.argv.slice(2);
const account = { url, token: "courier" };
/** The deadline of prices uses the station's clock, the deadline of purchases the machine's. */
const deadlines = { deadlineMs: 3_600_000, purchaseDeadlineMs: 300 };

const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: 0,
  demo: true,
  world: {
    carriers: [
      createCourier({ id: "seeing", ...account }, deadlines),
      withoutLookup(createCourier({ id: "blind", ...account }, deadlines)),
    ],
    now: () =>
      new Date(Number(epoch) + 300 * (Date.now() - Number(epoch))).toISOString() as Instant,
    faultPoint: dyingAt(dataDir, place, Number(n)),
  },
});
core.deps.settings.write("rateLimit", null);
const started = await core.start();
topUp(core.deps, started.organizationID, minor(1_000_000_00), "");
// The queue polls once a second, which is five minutes on this clock.
setInterval(() => core.deps.jobs.wake(), 20);
process.stdout.write(`${JSON.stringify({ url: started.url, token: started.token })}\n`);
