/** Serves /webhook. */
import { pageOf } from "../../http/paging.schema.ts";
import { serve, type Route } from "../route.ts";
import { listDeliveries, replayDelivery } from "./deliveries.service.ts";
import * as api from "./webhooks.api.ts";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  sendSample,
} from "./webhooks.service.ts";

export const webhookRoutes: readonly Route[] = [
  serve(
    api.createWebhook,
    ({ deps, actor, keep }, { body }) => createWebhook(deps, actor, body, keep),
    {
      repeat: ({ deps, actor }, _input, id) => ({
        ...getWebhook(deps, actor, id),
        signingSecret: null,
      }),
    },
  ),
  serve(api.listWebhooks, ({ deps, actor }) => listWebhooks(deps, actor)),
  serve(
    api.sendWebhookSample,
    async ({ deps, actor }, { body }) => await sendSample(deps, actor, body),
  ),
  serve(api.deleteWebhook, ({ deps, actor }, { params: p }) =>
    deleteWebhook(deps, actor, p.webhookID),
  ),
  serve(
    api.listDeliveries,
    async ({ deps, actor, callersReader }, { params: p, query }) =>
      await listDeliveries({ ...deps, reader: callersReader() }, actor, p.webhookID, pageOf(query)),
  ),
  serve(api.replayDelivery, ({ deps, actor }, { params: p }) =>
    replayDelivery(deps, actor, p.webhookID, p.deliveryID),
  ),
];
