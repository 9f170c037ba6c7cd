/** Wire shape of the calls by which marketplaces say that a parcel has moved. */
import { z } from "zod";

export const marketplaceHookSchema = z
  .object({
    /** Like "https://desk.example.com:4748"; "" for none. */
    address: z
      .string()
      .max(300)
      .refine((text) => text === "" || /^https:\/\/[^/?#]+\/?$/.test(text), {
        message: "must be an address like https://desk.example.com:4748, or empty",
      }),
  })
  .meta({ id: "MarketplaceHook" });
export type MarketplaceHook = z.output<typeof marketplaceHookSchema>;
