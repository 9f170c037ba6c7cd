/** /station/jobs: what the station could not do by itself and gave up. */
import { serve, type Route } from "../http/route.ts";
import * as api from "./jobs.api.ts";
import { beginJobAgain, endJobNotDone, listJobsForPeople, type Decisions } from "./jobs.service.ts";

/** @param decisions What a person's decision changes in the domains that wrote the jobs. */
export function jobRoutes(decisions: Decisions): readonly Route[] {
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
