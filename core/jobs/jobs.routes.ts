/** /station/jobs: what the station could not do by itself and gave up. */
import { serve, type Route } from "../http/route.ts";
import * as api from "./jobs.api.ts";
import { beginJobAgain, listJobsForPeople, type ShipmentsOf } from "./jobs.service.ts";

/** @param shipmentsOf The numbers of shipments by their ids. */
export function jobRoutes(shipmentsOf: ShipmentsOf): readonly Route[] {
  return [
    serve(api.listJobsForPeople, ({ deps, actor }) => listJobsForPeople(deps, actor, shipmentsOf)),
    serve(api.beginJobAgain, ({ deps, actor }, { params: { jobID } }) => beginJobAgain(deps, actor, jobID, shipmentsOf), { repeat: "again" }),
  ];
}
