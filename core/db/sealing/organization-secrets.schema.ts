/**
 * The secrets of an organization. A station stores them sealed with its own key, and seals them for
 * another station.
 */
import { z } from "zod";

/** The secrets' key in `station_meta`. */
export const SECRETS_META = "organization_secrets";

export const secretsSchema = z.object({
  /** base64, 32 bytes */
  key: z.string(),
  linkSecret: z.string(),
});
