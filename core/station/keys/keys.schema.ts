/**
 * Wire shapes of the stored secrets: their names, the state of their key, and its recovery key. No
 * shape contains a stored secret.
 */
import { z } from "zod";

/**
 * `account`: password of a carrier account; `webhook`: signing secret and header of a webhook;
 * `pin`: PIN of a lead; `certificate`: private key of the station's own authority.
 */
const SEALED_KINDS = ["account", "webhook", "pin", "certificate"] as const;

export const storedSecretsSchema = z
  .object({
    /**
     * `os`: the key is in the system's key store; `file`: in a file that only the user may read.
     */
    kind: z.enum(["os", "file"]),
    /** `none`: no secret has been stored yet. */
    state: z.enum(["none", "ok", "lost"]),
    /** Advice in English when the key is lost; "" otherwise. */
    advice: z.string(),
    sealed: z.array(
      z.object({
        kind: z.enum(SEALED_KINDS),
        /** Name of the carrier or lead, or URL of the webhook; "" for the certificate. */
        name: z.string(),
        organization: z.string(),
      }),
    ),
  })
  .meta({ id: "StoredSecrets" });
export type StoredSecrets = z.infer<typeof storedSecretsSchema>;

export const recoveryKeySchema = z
  .object({
    /**
     * Eleven groups of five characters. It decrypts the secrets in any copy of the data folder, so
     * a person keeps it on paper, away from this computer.
     */
    recoveryKey: z.string(),
  })
  .meta({ id: "RecoveryKey" });
