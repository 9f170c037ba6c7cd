/** Dry runs of rules over past shipments, in a thread. They buy and change nothing. */
import { errors } from "../../base/errors.ts";
import { createThreadCalls } from "../../base/threads/thread-calls.ts";
import type { Tables } from "../../db/tables.ts";
import type { Actor } from "../../http/actor.ts";
import { isInTestMode } from "../../organizations/organizations.service.ts";
import { listStored, proposedRules } from "../../shipping/choosing/choosing.service.ts";
import { ruleWordsOf } from "../../shipping/choosing/rule-names.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { periodOf } from "../reports/reports.service.ts";
import type { DryRunOperations } from "./dry-run-protocol.ts";
import type { DryRun, DryRunInput } from "./dry-runs.schema.ts";

const IDLE_MS = 30_000;
/** Timeout of a run, ms: 10,000 shipments take a few seconds. */
const LONGEST_MS = 60_000;

export type DryRuns = {
  /**
   * Runs rules over the purchases of a period.
   *
   * @throws AppError E1085 for a period that is empty or too long, and for a rule with a carrier,
   *   service or account that the organization does not have.
   */
  run(
    deps: Pick<FulfilmentDeps, "db" | "now" | "newId" | "geo" | "carriers" | "connections">,
    actor: Actor,
    input: DryRunInput,
  ): Promise<DryRun>;
  close(): void;
};

/** Creates the dry runs; their thread starts with the first run. */
export function createDryRuns(data: {
  readonly path: string;
  readonly resourcesDir: string;
  readonly tables: Tables;
}): DryRuns {
  const thread = createThreadCalls<DryRunOperations>({
    url: new URL("./dry-run-worker.ts", import.meta.url),
    name: "dry run's thread",
    data,
    idleMs: IDLE_MS,
    callTimeoutMs: LONGEST_MS,
    ending: "asked",
    lost: () => errors.readTookTooLong(),
  });
  return {
    async run(deps, actor, input) {
      const { organizationID } = actor;
      const { from, to, instants } = periodOf(deps, input);
      const rules =
        input.rules === undefined
          ? listStored(deps, organizationID)
          : proposedRules(deps, organizationID, input.rules);
      const { inPeriod, sums } = await thread.call(
        "run",
        {
          organizationID,
          ...instants,
          rules,
          isInTestMode: isInTestMode(deps, organizationID),
          kinds: deps.connections.kinds.map(({ kind, can }) => ({ kind, can })),
        },
        { caller: actor.memberID },
      );
      const { byRule, ...rest } = sums;
      const words = [...rules.map((rule) => ruleWordsOf(deps, rule)), null];
      return {
        from,
        to,
        inPeriod,
        ...rest,
        rules: byRule.map((shipments, i) => ({ words: words[i] ?? null, shipments })),
      };
    },
    close: () => void thread.close(new Error("the dry run's thread was ended")),
  };
}
