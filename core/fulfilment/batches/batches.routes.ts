/** Serves /station/batches. */
import { serve, type Route } from "../route.ts";
import * as api from "./batches.api.ts";
import { getBatch, listBatches, listBatchItems, pauseBatch, stopBatch } from "./batches.service.ts";
import { createBatch } from "./create-batch.ts";
import { findBatchRest, resumeBatch } from "./resume-batch.ts";
import { findUnprinted } from "./unprinted.ts";

export const batchRoutes: readonly Route[] = [
  serve(
    api.createBatch,
    ({ deps, actor, keep }, { body }) => createBatch(deps, actor, body, keep),
    { repeat: ({ deps, actor }, _input, batchID) => getBatch(deps, actor, batchID) },
  ),
  serve(api.listBatches, ({ deps, actor }) => ({ list: listBatches(deps, actor) })),
  serve(api.findUnprinted, ({ deps, actor, callersReader }, { query }) =>
    findUnprinted({ ...deps, reader: callersReader() }, actor, query),
  ),
  serve(api.getBatch, ({ deps, actor }, { params }) => getBatch(deps, actor, params.id)),
  serve(api.listBatchItems, ({ deps, actor }, { params, query }) => ({
    list: listBatchItems(deps, actor, params.id, query),
  })),
  serve(api.pauseBatch, ({ deps, actor }, { params }) => pauseBatch(deps, actor, params.id)),
  serve(api.findBatchRest, ({ deps, actor }, { params, body }) =>
    findBatchRest(deps, actor, params.id, body.after),
  ),
  serve(api.resumeBatch, ({ deps, actor }, { params, body }) =>
    resumeBatch(deps, actor, params.id, body.after),
  ),
  serve(api.stopBatch, ({ deps, actor }, { params }) => stopBatch(deps, actor, params.id)),
];
