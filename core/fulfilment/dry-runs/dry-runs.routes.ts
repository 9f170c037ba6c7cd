/** Serves /station/rules/dry-runs. */
import { serve, type Route } from "../route.ts";
import { runDry } from "./dry-runs.api.ts";
import type { DryRuns } from "./dry-runs.ts";

/** Creates the route. @param runs Runs in a separate thread. */
export const dryRunRoutes = (runs: DryRuns): readonly Route[] => [
  serve(runDry, ({ deps, actor }, { body }) => runs.run(deps, actor, body), {
    repeat: "again",
  }),
];
