/** /station/jobs: what the station could not do by itself and gave up. */
import { serve, type Route } from "../http/route.ts";
import * as api from "./jobs.api.ts";
import { beginJobAgain, listJobsForPeople } from "./jobs.service.ts";

export const jobRoutes: readonly Route[] = [
  serve(api.listJobsForPeople, ({ deps, actor }) => listJobsForPeople(deps, actor)),
  serve(api.beginJobAgain, ({ deps, actor }, { params: { jobID } }) => beginJobAgain(deps, actor, jobID), { repeat: "again" }),
];
