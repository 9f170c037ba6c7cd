/**
 * A station that dies, as by kill -9, at a named place of a purchase. A program of the tests: the product has no such
 * switch, the places come in through `Deps`.
 *
 *     node keyed-child.ts DATA KIND    KIND local or remote: the carrier behind the offers
 *
 * It dies at the place that DATA/die-at.txt names, from the moment that file is there.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Carrier } from "../../core/carriers/carrier.ts";
import { done } from "../../core/carriers/outcome.ts";
import { createCore } from "../../core/core.ts";
import { farCarrier, LABEL } from "../helpers/far-carrier.ts";
import { RESOURCES } from "../helpers/folders.ts";

const [dataDir = "", kind = "local"] = process.argv.slice(2);
const dieAt = join(dataDir, "die-at.txt");
const die = (place: string): void => {
  if (existsSync(dieAt) && readFileSync(dieAt, "utf8") === place) process.kill(process.pid, "SIGKILL");
};

/** Knows each key it was asked with and charges it once, as a carrier's own server would. */
const remote = farCarrier({
  buy: ({ key }) => {
    const ledger = join(dataDir, "charged.txt");
    const charged = existsSync(ledger) ? readFileSync(ledger, "utf8").split("\n") : [];
    if (!charged.includes(key)) appendFileSync(ledger, `${key}\n`);
    die("carrier charged");
    return Promise.resolve(done({ ...LABEL, barcode: `U${key.replaceAll("-", "").slice(0, 20)}` }));
  },
});

const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: 0,
  demo: true,
  world: { carriers: kind === "remote" ? [remote] : [], pass: die },
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
