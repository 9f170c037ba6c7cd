/** Wire shapes of API tokens. */
import { z } from "zod";
import { laxID, laxText } from "../base/wire.ts";

/**
 * "*": everything that the token's member may do. "read": GET only. "print": printing PDFs and PNGs
 * on this desk's printers, and reading the print jobs that the token created. "print:raw": printing
 * ZPL as well. Only an owner or admin grants the scopes "print" and "print:raw".
 */
export const SCOPES = ["*", "read", "print", "print:raw"] as const;
export type Scope = (typeof SCOPES)[number];

const listOfText = z
  .union([z.array(z.string().trim().max(100)).max(50), z.string().trim().max(100)])
  .nullish()
  .transform((v) =>
    v === null || v === undefined || v === "" ? [] : typeof v === "string" ? [v] : v,
  );

export const newTokenSchema = z
  .object({
    name: laxText(100),
    scopes: listOfText,
    allowedIPs: listOfText,
    expiresAt: laxText(40),
    /** Another organization of the same user; default: the caller's. */
    organizationID: laxID,
  })
  .meta({ id: "NewApiToken" });
export type NewToken = z.output<typeof newTokenSchema>;

export const tokenSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    organizationID: z.uuid(),
    memberID: z.uuid(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    allowedIPs: z.array(z.string()),
    expiresAt: z.string().nullable(),
    /** Last use at this station; null: never used here. */
    lastUsedAt: z.string().nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: "ApiToken" });
export type ApiToken = z.infer<typeof tokenSchema>;

/** Only the answer that created the token has `token`; a repeat of that call has null. */
export const issuedTokenSchema = tokenSchema
  .extend({ token: z.string().nullable() })
  .meta({ id: "IssuedApiToken" });
export type IssuedToken = z.infer<typeof issuedTokenSchema>;
