/**
 * The secrets of an organization, as a station stores them (sealed with its own key) and as it
 * seals them for another station.
 */
import { z } from "zod";

/** Their key in `station_meta`. */
export const SECRETS_META = "organization_secrets";

export const secretsSchema = z.object({
  /** base64, 32 bytes */
  key: z.string(),
  linkSecret: z.string(),
});
