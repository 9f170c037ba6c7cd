/** Wire shapes of provider accounts: an organization's agreements with carriers. */
import { z } from "zod";
import { laxBoolean, laxOptionalBoolean, laxText, smallRecord } from "../../base/wire.ts";
import { currentCode } from "../carriers/carrier-code.schema.ts";

const parametersSchema = z.record(z.string(), z.unknown());

export const accountInputSchema = z
  .object({
    providerCode: laxText(40).transform(currentCode),
    name: laxText(100),
    username: laxText(200),
    password: laxText(500),
    parameters: smallRecord(z.unknown(), 100)
      .nullish()
      .transform((v) => v ?? {}),
    version: laxText(40),
    isActive: laxOptionalBoolean,
    isPublic: laxBoolean,
    sharable: laxBoolean,
    isDynamicPrice: laxBoolean,
  })
  .meta({ id: "NewProviderAccount" });
export type AccountInput = z.output<typeof accountInputSchema>;

/** A provider account, without its password; secrets in `parameters` are masked. */
export const accountSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    organizationID: z.uuid(),
    providerCode: z.string(),
    name: z.string(),
    username: z.string(),
    parameters: parametersSchema,
    version: z.string(),
    isActive: z.boolean(),
    isPublic: z.boolean(),
    sharable: z.boolean(),
    isDynamicPrice: z.boolean(),
  })
  .meta({ id: "ProviderAccount" });
export type ProviderAccount = z.infer<typeof accountSchema>;
