/** /webhook: registering receivers, trying them, and what was delivered to them. */
import { z } from "zod";
import { pageOf, pagingQuery } from "../http/paging.ts";
import { route, type Route } from "../http/route.ts";
import { deliverySchema, newWebhookAnswerSchema, receiverAnswerSchema, webhookInputSchema, webhookPairSchema, webhookSchema } from "./webhooks.schema.ts";
import { deleteWebhook, getWebhook, listDeliveries, listWebhooks, registerWebhook, replayDelivery, sendSample } from "./webhooks.service.ts";

const tag = "Webhooks";
const access = "admin";
const params = z.object({ webhookID: z.string() });

export const webhookRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/webhook",
    tag,
    summary: "Register a URL that is called when a shipment's tracking changes. The signing secret is told only here.",
    access,
    shape: "one",
    status: 201,
    body: webhookInputSchema,
    errors: ["E2032"],
    answer: newWebhookAnswerSchema,
    run: async ({ deps, actor, keep }, { body }) => await registerWebhook(deps, actor, body, keep),
    repeat: ({ deps, actor }, _input, id) => ({ ...getWebhook(deps, actor, id), signingSecret: null }),
  }),
  route({
    method: "GET",
    path: "/webhook",
    tag,
    summary: "List webhooks.",
    access,
    shape: "whole",
    answer: webhookSchema,
    run: ({ deps, actor }) => listWebhooks(deps, actor),
  }),
  route({
    method: "PUT",
    path: "/webhook",
    tag,
    summary: "Send a sample to a registered webhook; answers what its receiver said.",
    access,
    shape: "one",
    body: webhookPairSchema,
    errors: ["E2016"],
    answer: receiverAnswerSchema,
    run: async ({ deps, actor }, { body }) => await sendSample(deps, actor, body),
  }),
  route({
    method: "DELETE",
    path: "/webhook/:webhookID",
    tag,
    summary: "Delete a webhook. What was not delivered yet is given up.",
    access,
    shape: "one",
    params,
    errors: ["E2016"],
    answer: webhookSchema,
    run: ({ deps, actor }, { params: p }) => deleteWebhook(deps, actor, p.webhookID),
  }),
  route({
    method: "GET",
    path: "/webhook/:webhookID/deliveries",
    tag,
    summary: "What was delivered to a webhook, with every attempt; newest first.",
    access,
    shape: "page",
    params,
    query: z.object(pagingQuery),
    errors: ["E2016"],
    answer: deliverySchema,
    run: ({ deps, actor }, { params: p, query }) => listDeliveries(deps, actor, p.webhookID, pageOf(query)),
  }),
  route({
    method: "POST",
    path: "/webhook/:webhookID/deliveries/:deliveryID/replay",
    tag,
    summary: "Send a delivery again, with the same X-Event-ID.",
    access,
    shape: "one",
    params: z.object({ webhookID: z.string(), deliveryID: z.string() }),
    errors: ["E2016", "E2042", "E2043"],
    answer: deliverySchema,
    run: ({ deps, actor }, { params: p }) => replayDelivery(deps, actor, p.webhookID, p.deliveryID),
  }),
];
