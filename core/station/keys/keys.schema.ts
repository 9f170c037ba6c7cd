/**
 * Wire shapes of the stored secrets: what is sealed on this station, and whether its key is there.
 * Never a secret itself.
 */
import { z } from "zod";

/**
 * `account`: a password of a carrier; `webhook`: its signing secret and header; `certificate`: the
 * station's own authority.
 */
const SEALED_KINDS = ["account", "webhook", "certificate"] as const;

export const storedSecretsSchema = z
  .object({
    /**
     * `os`: the key is in the system's key store; `file`: in a file that the user alone may read.
     */
    kind: z.enum(["os", "file"]),
    /** `none`: nothing has been sealed yet. */
    state: z.enum(["none", "ok", "lost"]),
    /** What to do where the key is lost, in English; "" otherwise. */
    advice: z.string(),
    sealed: z.array(
      z.object({
        kind: z.enum(SEALED_KINDS),
        /** The carrier's name, or the webhook's URL. */
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
     * Eleven groups of five characters. It opens what is sealed in a copy of the data folder: for
     * paper, away from this computer.
     */
    recoveryKey: z.string(),
  })
  .meta({ id: "RecoveryKey" });
