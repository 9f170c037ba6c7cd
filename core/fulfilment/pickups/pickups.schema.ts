/** Wire shapes of orders for couriers: a carrier collects the parcels of an account. */
import { z } from "zod";
import { laxText } from "../../base/wire.ts";

/**
 * `ASKING`: the carrier is being asked. `ORDERED`: it has accepted the order. `UNCERTAIN`: it was
 * asked and gave no answer. `UNREACHED`: it was not reached.
 */
export const pickupStateSchema = z.enum(["ASKING", "ORDERED", "REFUSED", "UNCERTAIN", "UNREACHED"]);

export const pickupSchema = z
  .object({
    /** Follows from the account, the day and the station. */
    id: z.uuid(),
    accountID: z.string(),
    /** Turkish day, YYYY-MM-DD. */
    day: z.string(),
    pieces: z.number().int(),
    /** In kg, "12.5". */
    weight: z.string(),
    state: pickupStateSchema,
    /** The carrier's reference; "" without one. */
    reference: z.string(),
    /** The carrier's words, or why there is no answer; "" without words. */
    words: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "Pickup" });
export type Pickup = z.infer<typeof pickupSchema>;

export const pickupAccountSchema = z
  .object({
    accountID: z.string(),
    accountName: z.string(),
    /** Turkish time of day at which the courier is ordered; "" by hand. */
    pickupAt: z.string(),
    /** Labels that no branch has scanned, and their weight in kg: "12.5". */
    pieces: z.number().int(),
    weight: z.string(),
    /** Today's order; null: none yet. */
    today: pickupSchema.nullable(),
  })
  .meta({ id: "PickupAccount" });
export type PickupAccount = z.infer<typeof pickupAccountSchema>;

export const pickupOrderSchema = z
  .object({
    accountID: laxText(40),
    pieces: z.number().int().min(1).max(9_999),
    /** kg; 0 when unknown. */
    weight: z.number().min(0).max(100_000),
  })
  .meta({ id: "NewPickup" });
export type PickupOrder = z.output<typeof pickupOrderSchema>;
