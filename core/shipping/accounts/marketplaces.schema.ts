/** Wire shapes of marketplaces: accounts that sell at their own prices. */
import { z } from "zod";

/** `off`: never asked. `onDemand`: when a person wants it. `always`: with every order. */
export const ASKS = ["off", "onDemand", "always"] as const;
export type Asks = (typeof ASKS)[number];

export const marketplaceSchema = z
  .object({
    accountID: z.uuid(),
    name: z.string(),
    /** Host of the server, with its port. */
    host: z.string(),
    isActive: z.boolean(),
    /** Whether it sells only free labels, and only for test shipments. */
    isTest: z.boolean(),
    asks: z.enum(ASKS),
    /** Money there by the server's last answer; null: not asked since the station's start. */
    balance: z
      .object({
        /** Name of the organization there. */
        organization: z.string(),
        amount: z.string(),
        debt: z.string(),
        currency: z.string(),
        /** Time of the server's answer, ISO 8601. */
        at: z.string(),
      })
      .nullable(),
    /** Why the last question for the balance had no answer; "" when it had one. */
    problem: z.string(),
  })
  .meta({ id: "Marketplace" });
export type Marketplace = z.infer<typeof marketplaceSchema>;

export const marketplacePatchSchema = z
  .object({ asks: z.enum(ASKS) })
  .meta({ id: "MarketplaceChange" });
export type MarketplacePatch = z.output<typeof marketplacePatchSchema>;
