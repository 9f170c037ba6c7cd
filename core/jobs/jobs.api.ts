/** /station/jobs: jobs that ended without an outcome and need a person's decision. */
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
  summary:
    "Jobs that ended without an outcome and need a person's decision, newest first. At most 200; if there are more, purchases and cancellations take precedence.",
  access,
  shape: "whole",
  answer: jobSchema,
});

export const beginJobAgain = endpoint({
  id: "beginJobAgain",
  audited: { kind: "purchase", act: "asked" },
  method: "POST",
  path: "/station/jobs/:jobID/again",
  tag,
  summary:
    "Retry a job that needs a person: its attempts are counted from zero, and its key stays the same.",
  access,
  shape: "one",
  params: z.object({ jobID: z.string() }),
  errors: ["E2043", "E2054"],
  answer: jobSchema,
});

export const endJobNotDone = endpoint({
  id: "endJobNotDone",
  audited: { kind: "purchase", act: "asked" },
  method: "POST",
  path: "/station/jobs/:jobID/not-done",
  tag,
  summary:
    "End a job that needs a person as not done, after the carrier has confirmed that it did nothing: for a purchase, nothing is bought and the held money is released; for a cancellation, the label stays bought.",
  access,
  shape: "one",
  params: z.object({ jobID: z.string() }),
  errors: ["E2054"],
  answer: jobSchema,
});
