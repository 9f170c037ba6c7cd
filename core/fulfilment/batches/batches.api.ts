/** /station/batches: prints labels together. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import {
  batchItemSchema,
  batchRestSchema,
  batchSchema,
  createBatchSchema,
  resumeBatchSchema,
  unprintedQuerySchema,
  unprintedSchema,
} from "./batches.schema.ts";

const tag = "Station";
const id = z.object({ id: z.string() });

export const createBatch = endpoint({
  id: "createBatch",
  method: "POST",
  path: "/station/batches",
  tag,
  summary:
    "Print the labels of up to 1,000 bought shipments in a chosen order. A label that waits to be printed already is left out, and not counted in `total`. The batch can be paused, and resumes after a jam from the last good label.",
  access: "home",
  audited: { kind: "print", act: "made" },
  shape: "one",
  status: 201,
  body: createBatchSchema,
  errors: ["E1051", "E1072", "E2025", "E2075", "E2167"],
  answer: batchSchema,
});

export const listBatches = endpoint({
  id: "listBatches",
  method: "GET",
  path: "/station/batches",
  tag,
  summary: "The last twenty batches of labels and all open ones, newest first.",
  access: "home",
  shape: "one",
  answer: z.object({ list: z.array(batchSchema) }),
});

export const findUnprinted = endpoint({
  id: "findUnprinted",
  method: "GET",
  path: "/station/batches/unprinted",
  tag,
  summary:
    "The labels that were bought on some days and never printed: their number by carrier, and the first thousand for a batch.",
  access: "home",
  shape: "one",
  query: unprintedQuerySchema,
  errors: ["E2052"],
  answer: unprintedSchema,
});

export const getBatch = endpoint({
  id: "getBatch",
  method: "GET",
  path: "/station/batches/:id",
  tag,
  summary: "A batch of labels with its progress and remaining time.",
  access: "home",
  shape: "one",
  params: id,
  errors: ["E2076"],
  answer: batchSchema,
});

export const listBatchItems = endpoint({
  id: "listBatchItems",
  method: "GET",
  path: "/station/batches/:id/items",
  tag,
  summary: "The labels of a batch in their order, each with its print status.",
  access: "home",
  shape: "one",
  params: id,
  query: z.object({
    from: z.coerce.number().int().min(1).catch(1).default(1),
    limit: z.coerce.number().int().min(1).max(200).catch(50).default(50),
  }),
  errors: ["E2076"],
  answer: z.object({ list: z.array(batchItemSchema) }),
});

export const pauseBatch = endpoint({
  id: "pauseBatch",
  method: "POST",
  path: "/station/batches/:id/pause",
  tag,
  summary: "Pause a batch: only the label that is being sent is still printed.",
  access: "home",
  audited: { kind: "print", act: "changed" },
  shape: "one",
  params: id,
  errors: ["E2076", "E2077"],
  answer: batchSchema,
});

export const findBatchRest = endpoint({
  id: "findBatchRest",
  method: "POST",
  path: "/station/batches/:id/rest",
  tag,
  summary:
    "After a jam: the labels that would be printed after the last good label. Changes nothing.",
  access: "home",
  shape: "one",
  params: id,
  body: resumeBatchSchema.required(),
  errors: ["E2076", "E2078"],
  answer: batchRestSchema,
});

export const resumeBatch = endpoint({
  id: "resumeBatch",
  method: "POST",
  path: "/station/batches/:id/resume",
  tag,
  summary:
    "Resume a paused batch. After a jam, printing continues with the label after the last good label; those labels after it that were already printed are printed again, as copies.",
  access: "home",
  audited: { kind: "print", act: "changed" },
  shape: "one",
  params: id,
  body: resumeBatchSchema,
  errors: ["E2076", "E2077", "E2078"],
  answer: batchSchema,
});

export const stopBatch = endpoint({
  id: "stopBatch",
  method: "POST",
  path: "/station/batches/:id/stop",
  tag,
  summary: "Stop a batch: its remaining labels are not printed.",
  access: "home",
  audited: { kind: "print", act: "removed" },
  shape: "one",
  params: id,
  errors: ["E2076", "E2077"],
  answer: batchSchema,
});
