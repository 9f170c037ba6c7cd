/** Wire shapes of the settings by which other programs reach this station. */
import { z } from "zod";

const port = z.int().min(1).max(65_535);

/**
 * Settings that a person changes. `listen`: an address of this machine, or "0.0.0.0" for all its
 * addresses; "" serves only programs on this machine.
 */
export const apiChoiceSchema = z
  .strictObject({
    enabled: z.boolean(),
    port,
    listen: z
      .string()
      .trim()
      .max(253)
      .regex(/^[0-9a-zA-Z.:-]*$/),
    /** TLS port for programs on other machines. */
    securePort: port,
  })
  .refine(({ port: plain, securePort, listen }) => listen === "" || plain !== securePort, {
    path: ["securePort"],
    error: "must differ from the port for programs on this machine",
  });
export type ApiChoice = z.infer<typeof apiChoiceSchema>;

/** Settings that the company's policy file can fix; the desk cannot change a fixed setting. */
const SET_BY_POLICY = ["enabled", "port", "listen", "securePort"] as const;

export const apiAccessSchema = z
  .object({
    /**
     * Settings for the next start, unless its command line overrides them. `port` 0: the command
     * line of this start asked for any free port.
     */
    chosen: z.object({
      enabled: z.boolean(),
      port: z.int(),
      listen: z.string(),
      securePort: z.int(),
    }),
    setByPolicy: z.array(z.enum(SET_BY_POLICY)),
    /** Whether these settings differ from the settings of the running station. */
    needsRestart: z.boolean(),
    /** URL for programs on this machine; null while the API is off. */
    url: z.string().nullable(),
    /** TLS URLs for programs on other machines, one for each name in the certificate. */
    secureUrls: z.array(z.string()),
    certificate: z
      .object({
        /**
         * `own`: issued by this station; other machines trust it after they import its authority
         * file.
         */
        kind: z.enum(["own", "file"]),
        validTo: z.string(),
        /**
         * SHA-256 of the authority's certificate for `own`, otherwise of the certificate itself.
         */
        fingerprint: z.string(),
        /** Absolute path of the authority file to import on other machines; "" for `file`. */
        authorityFile: z.string(),
      })
      .nullable(),
  })
  .meta({ id: "ApiAccess" });
export type ApiAccess = z.infer<typeof apiAccessSchema>;
