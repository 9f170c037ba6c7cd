/** /station/jobs: what the station could not do by itself and gave up. */
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { jobSchema } from "./jobs.schema.ts";

const tag = "Station";
const access = "admin";

export const listJobsForPeople = endpoint({
  id: "listJobsForPeople",
  method: "GET",
  path: "/station/jobs",
  tag,
  summary: "Jobs that need a person: the station has tried them for days without an outcome. The newest 200.",
  access,
  shape: "whole",
  answer: jobSchema,
});

export const beginJobAgain = endpoint({
  id: "beginJobAgain",
  method: "POST",
  path: "/station/jobs/:jobID/again",
  tag,
  summary: "Try a job that needs a person again, as if it had never been tried.",
  access,
  shape: "one",
  params: z.object({ jobID: z.string() }),
  errors: ["E2054"],
  answer: jobSchema,
});
