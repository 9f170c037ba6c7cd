/** /station/jobs: jobs that ended without an outcome and need a person's decision. */
import { serveWith, type Route } from "../http/route.ts";
import type { JobDeps } from "./deps.ts";
import * as api from "./jobs.api.ts";
import { beginJobAgain, endJobNotDone, listJobsForPeople, type Decisions } from "./jobs.service.ts";

/**
 * Creates the routes of /station/jobs.
 *
 * @template D Dependencies of the decisions. The code of the decisions is in the domains that
 *   create jobs.
 * @param decisions Changes in those domains after a person's decision about a job.
 */
export function jobRoutes<D extends JobDeps>(decisions: Decisions<D>): readonly Route<D>[] {
  const serve = serveWith<D>();
  return [
    serve(api.listJobsForPeople, ({ deps, actor }) =>
      listJobsForPeople(deps, actor, decisions.shipmentsOf),
    ),
    serve(
      api.beginJobAgain,
      ({ deps, actor }, { params: { jobID } }) => beginJobAgain(deps, actor, jobID, decisions),
      { repeat: "again" },
    ),
    serve(
      api.endJobNotDone,
      ({ deps, actor }, { params: { jobID } }) => endJobNotDone(deps, actor, jobID, decisions),
      { repeat: "again" },
    ),
  ];
}
