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
export const marketplaceHookKeySchema = z
  .object({
    /** Path at which the marketplace calls, after the public address of this station. */
    path: z.string(),
    headerName: z.string(),
    headerValue: z.string(),
  })
  .meta({ id: "MarketplaceHookKey" });
export type MarketplaceHookKey = z.infer<typeof marketplaceHookKeySchema>;
export type MarketplaceHook = z.output<typeof marketplaceHookSchema>;
