/** Wire shapes of webhooks, of their deliveries, and of a receiver's answer. */
import { z } from "zod";
import { laxOptionalBoolean, laxText } from "../../base/wire.ts";

const WEBHOOK_TYPES = ["TRACK_UPDATED"] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

export const webhookSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    organizationID: z.uuid(),
    type: z.enum(WEBHOOK_TYPES),
    url: z.string(),
    headerName: z.string(),
    headerValue: z.string(),
    isActive: z.boolean(),
    /**
     * "shipment": sends the bare shipment; any other value: sends the event with the shipment as
     * its data.
     */
    format: z.string(),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhookSchema>;

/**
 * Answer to the creation of a webhook. No other answer has the signing secret; a retry of the call
 * gets null.
 */
export const newWebhookAnswerSchema = webhookSchema
  .extend({ signingSecret: z.string().nullable() })
  .meta({ id: "RegisteredWebhook" });

const typeInput = laxText(50).transform((text, context): WebhookType => {
  const type = text === "" ? "TRACK_UPDATED" : WEBHOOK_TYPES.find((t) => t === text.toUpperCase());
  if (type !== undefined) return type;
  context.addIssue({ code: "custom", message: `must be ${WEBHOOK_TYPES.join(" or ")}` });
  return z.NEVER;
});

/** Whether the webhook is active; absent: active. */
const activeInput = laxOptionalBoolean.transform((value) => value !== false);

export const webhookInputSchema = z
  .object({
    type: typeInput,
    url: laxText(2000),
    headerName: laxText(100),
    headerValue: laxText(4000),
    isActive: activeInput,
    format: laxText(30),
  })
  .meta({ id: "NewWebhook" });
export type WebhookInput = z.output<typeof webhookInputSchema>;

export const webhookPairSchema = z
  .object({ type: typeInput, url: laxText(2000) })
  .meta({ id: "WebhookReference" });

/** Result of one request to a receiver. `error` is empty when the receiver accepted the event. */
export const receiverAnswerSchema = z
  .object({
    delivered: z.boolean(),
    statusCode: z.number().int().nullable(),
    error: z.string(),
    durationMs: z.number().int(),
    responseBody: z.string(),
  })
  .meta({ id: "ReceiverAnswer" });
export type ReceiverAnswer = z.infer<typeof receiverAnswerSchema>;

const attemptSchema = z
  .object({
    at: z.string(),
    statusCode: z.number().int().nullable(),
    error: z.string(),
    durationMs: z.number().int(),
  })
  .meta({ id: "Attempt" });

const DELIVERY_STATES = ["PENDING", "DELIVERED", "GIVEN_UP"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const deliverySchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    webhookID: z.uuid(),
    /** X-Event-ID of every attempt. */
    eventID: z.uuid(),
    shipmentID: z.uuid(),
    state: z.enum(DELIVERY_STATES),
    /** Time of the next attempt; null when the delivery has ended or has no job at this station. */
    nextAttemptAt: z.string().nullable(),
    attempts: z.array(attemptSchema),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.infer<typeof deliverySchema>;
