/**
 * A station for benches with a number of agreements and rules: arguments are the data folder, the
 * number of agreements and the number of rules. It prints its address and token.
 */
import { instant } from "../../core/base/units.ts";
import { deskActor } from "../../core/organizations/organizations.service.ts";
import { createAgreement, createVersion } from "../../core/shipping/agreements/make-agreement.ts";
import { listEntered } from "../../core/shipping/agreements/agreements.service.ts";
import { newRuleSchema } from "../../core/shipping/choosing/choosing.schema.ts";
import { addRule, listAll } from "../../core/shipping/choosing/choosing.service.ts";
import { plainService, plainTariff } from "../helpers/agreements.ts";
import { startWealthyStation } from "./wealthy-station.ts";

/** Desi steps and zones of each agreement, as in published price lists. */
const STEPS = 50;
const ZONES = 5;

const [dataDir = "", agreements = "0", rules = "0"] = process.argv.slice(2);
const { core, started } = await startWealthyStation(dataDir);
const { deps } = core;
const known = new Set(
  listEntered(deps.db, started.organizationID).map(({ providerCode }) => providerCode),
);
for (let i = 0; i < Number(agreements); i += 1)
  if (!known.has(`CARRIER${i}`)) addAgreementNumber(i);
const actor = deskActor(deps, started.memberID);
for (let i = listAll(deps, actor).length; i < Number(rules); i += 1)
  addRule(deps, actor, newRuleSchema.parse(ruleNumber(i, Number(rules))));
process.stdout.write(`${JSON.stringify(started)}\n`);
process.once("SIGTERM", () => void core.stop().then(() => process.exit(0)));

function addAgreementNumber(i: number): void {
  const agreement = createAgreement(deps, started.organizationID, {
    providerCode: `CARRIER${i}`,
    name: `Carrier ${i}`,
    ranges: [{ prefix: `C${i}X`, first: 1, last: 9_999_999, width: 7 }],
  });
  const steps = Array.from({ length: STEPS }, (_, step) => ({
    upToDesi: step + 1,
    prices: Array.from(
      { length: ZONES },
      (_zone, zone) => 9_000 + 37 * i + 400 * step + 900 * zone,
    ),
  }));
  const tariff = plainTariff({
    zones: {
      by: "distance",
      zones: [50, 200, 600, 1_000, null].map((maxKm, zone) => ({ name: `${zone}`, maxKm })),
    },
    services: [
      plainService({
        code: `CARRIER${i}_STANDART`,
        name: `Carrier ${i}`,
        steps,
        perExtraDesi: { prices: Array.from({ length: ZONES }, () => 800), isExact: false },
      }),
    ],
  });
  createVersion(deps, agreement, tariff, { from: instant("2020-01-01T00:00:00.000Z"), to: null });
}

/** Makes a rule; only the last one fits most orders, so that all others are tried. */
function ruleNumber(i: number, count: number): unknown {
  if (i === count - 1) return { action: { choose: "cheapestWithin", days: 2 } };
  const target = { kind: "carrier", code: `CARRIER${i}` };
  return [
    { conditions: { provinces: ["63"], kgOver: 20 }, action: { choose: "fastest" } },
    { conditions: { merchants: [`M${i}`] }, action: { choose: "prefer", target, percent: 5 } },
    { conditions: { desiOver: 40 }, action: { choose: "never", target } },
    { conditions: { cashOnDelivery: "card" }, action: { choose: "cheapest" } },
  ][i % 4];
}
