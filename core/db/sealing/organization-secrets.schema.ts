/**
 * The secrets of an organization as a station keeps them, sealed with its own key, and as one seals
 * them for another.
 */
import { z } from "zod";

/** Where they stand among the facts of a station. */
export const SECRETS_META = "organization_secrets";

export const secretsSchema = z.object({
  /** base64, 32 bytes */
  key: z.string(),
  linkSecret: z.string(),
});
