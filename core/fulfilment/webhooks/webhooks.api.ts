/** /webhook: registers, tests and deletes receivers; lists and replays their deliveries. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { pagingQuery } from "../../http/paging.schema.ts";
import {
  deliverySchema,
  newWebhookAnswerSchema,
  receiverAnswerSchema,
  webhookInputSchema,
  webhookPairSchema,
  webhookSchema,
} from "./webhooks.schema.ts";

const tag = "Webhooks";
const access = "admin";
const params = z.object({ webhookID: z.string() });

export const createWebhook = endpoint({
  id: "createWebhook",
  audited: { kind: "webhook", act: "made" },
  method: "POST",
  path: "/webhook",
  tag,
  summary:
    "Register a URL that is called when a shipment's tracking changes. Only this answer has the signing secret.",
  access,
  // The header's value is text in every answer.
  shownOnce: { signingSecret: null, headerValue: "***" },
  shape: "one",
  status: 201,
  body: webhookInputSchema,
  errors: ["E2032", "E2050", "E2155"],
  answer: newWebhookAnswerSchema,
});

export const listWebhooks = endpoint({
  id: "listWebhooks",
  method: "GET",
  path: "/webhook",
  tag,
  summary: "List webhooks.",
  access,
  shape: "whole",
  answer: webhookSchema,
});

export const sendWebhookSample = endpoint({
  id: "sendWebhookSample",
  method: "PUT",
  path: "/webhook",
  tag,
  summary: "Send a sample to a registered webhook. Returns the receiver's answer.",
  access,
  shape: "one",
  body: webhookPairSchema,
  errors: ["E2016"],
  answer: receiverAnswerSchema,
});

export const deleteWebhook = endpoint({
  id: "deleteWebhook",
  audited: { kind: "webhook", act: "removed" },
  method: "DELETE",
  path: "/webhook/:webhookID",
  tag,
  summary: "Delete a webhook. Its open deliveries end as given up.",
  access,
  shape: "one",
  params,
  errors: ["E2016"],
  answer: webhookSchema,
});

export const listDeliveries = endpoint({
  id: "listDeliveries",
  method: "GET",
  path: "/webhook/:webhookID/deliveries",
  tag,
  summary: "The deliveries of a webhook, with every attempt, newest first.",
  access,
  shape: "page",
  params,
  query: z.object(pagingQuery),
  errors: ["E2016"],
  answer: deliverySchema,
});

export const replayDelivery = endpoint({
  id: "replayDelivery",
  audited: { kind: "webhook", act: "asked" },
  method: "POST",
  path: "/webhook/:webhookID/deliveries/:deliveryID/replay",
  tag,
  summary: "Send a delivery again, with the same X-Event-ID.",
  access,
  shape: "one",
  params: z.object({ webhookID: z.string(), deliveryID: z.string() }),
  errors: ["E2016", "E2042", "E2043"],
  answer: deliverySchema,
});
