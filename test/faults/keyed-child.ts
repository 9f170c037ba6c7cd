/**
 * A station that dies, like kill -9, at a named fault point of a purchase or a cancellation. Only
 * tests run this program: the product has no such switch, and the fault points are passed through
 * `Deps`.
 *
 *     node keyed-child.ts DATA KIND    KIND local or remote: the carrier of the offers
 *
 * It dies at the fault point that DATA/die-at.txt names, once that file exists.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Carrier } from "../../core/shipping/carriers/carrier.ts";
import { done } from "../../core/shipping/carriers/carrier.ts";
import { createCore } from "../../core/core.ts";
import { farCarrier, LABEL } from "../helpers/far-carrier.ts";
import { RESOURCES } from "../helpers/folders.ts";

const [dataDir = "", kind = "local"] = process.argv.slice(2);
const dieAt = join(dataDir, "die-at.txt");
const die = (place: string): void => {
  if (existsSync(dieAt) && readFileSync(dieAt, "utf8") === place)
    process.kill(process.pid, "SIGKILL");
};

/** Records a key once, however often it is sent, as a carrier's own server would. */
const noteOnce = (file: string, key: string): void => {
  const book = join(dataDir, file);
  const known = existsSync(book) ? readFileSync(book, "utf8").split("\n") : [];
  if (!known.includes(key)) appendFileSync(book, `${key}\n`);
};

const remote = farCarrier({
  buy: ({ key }) => {
    noteOnce("charged.txt", key);
    die("carrier charged");
    return Promise.resolve(done({ ...LABEL, barcode: `U${key.replaceAll("-", "").slice(0, 20)}` }));
  },
  cancel: ({ purchaseKey }) => {
    noteOnce("cancelled.txt", purchaseKey);
    die("carrier cancelled");
    return Promise.resolve(done(null));
  },
});

const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: 0,
  demo: true,
  world: { carriers: kind === "remote" ? [remote] : [], faultPoint: die },
});
const { find } = core.deps.carriers;
Object.assign(core.deps.carriers, { find: (id: string) => dyingAtBuy(find(id)) });
const started = await core.start();
process.stdout.write(`${JSON.stringify({ url: started.url, token: started.token })}\n`);

function dyingAtBuy(carrier: Carrier | undefined): Carrier | undefined {
  if (carrier?.place !== "local") return carrier;
  const buy: typeof carrier.buy = (request) => {
    const bought = carrier.buy(request);
    die("inside the commit");
    return bought;
  };
  return { ...carrier, buy };
}
