/** Wire shapes of accounts' connections to their carriers. */
import { z } from "zod";
import { laxText } from "../../base/wire.ts";
import { CONNECTION_OPERATIONS, connectionSettingsSchema } from "../carriers/connection.schema.ts";

export const connectedAccountSchema = z
  .object({
    accountID: z.uuid(),
    accountName: z.string(),
    providerCode: z.string(),
    username: z.string(),
    isActive: z.boolean(),
    /** Kind of the connection; "" without a connection. */
    kind: z.string(),
    /** False: another station with a newer Packbench set up a kind that is unknown here. */
    isKnown: z.boolean(),
    can: z.array(z.enum(CONNECTION_OPERATIONS)),
    /** Without secrets. */
    settings: connectionSettingsSchema,
    /** `atOnce`, `byHand`, or Turkish times of day like "16:30,18:00". */
    announces: z.string(),
    /** Turkish time of day by which the carrier wants parcels announced; "" without one. */
    cutOff: z.string(),
    /** Turkish time of day at which the carrier's courier is ordered; "" by hand. */
    pickupAt: z.string(),
  })
  .meta({ id: "ConnectedAccount" });
export type ConnectedAccount = z.infer<typeof connectedAccountSchema>;

/**
 * Latest Turkish time of day at which a courier can be ordered by itself. The station looks every
 * half minute, and a carrier may answer late: an order after midnight would be for another day.
 */
export const LATEST_PICKUP_AT = "23:30";

export const connectionInputSchema = z
  .object({
    /** "" removes the connection. */
    kind: laxText(40),
    /** "" keeps the stored user name. */
    username: laxText(200),
    /** "" keeps the stored password. */
    password: laxText(500),
    /** Values of the kind's fields; an empty secret keeps its stored value. */
    settings: connectionSettingsSchema.default({}),
    announces: laxText(100),
    cutOff: laxText(5),
    pickupAt: laxText(5).default(""),
  })
  .meta({ id: "NewConnection" });
export type ConnectionInput = z.output<typeof connectionInputSchema>;

export const notedCallSchema = z
  .object({
    at: z.string(),
    operation: z.string(),
    host: z.string(),
    /** Status of the answer; null without a whole answer. */
    status: z.number().int().nullable(),
    /** Reason why there is no whole answer; otherwise "". */
    cause: z.string(),
    durationMs: z.number(),
    /** Starts of the request and the answer, with masked secrets. */
    request: z.string(),
    answer: z.string(),
  })
  .meta({ id: "CarrierCall" });

export const connectionTestSchema = z
  .object({ result: z.enum(["accepted", "refused", "unreachable"]), words: z.string() })
  .meta({ id: "ConnectionTest" });
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
