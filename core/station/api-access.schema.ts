/** Wire shapes of how other programs reach this station. */
import { z } from "zod";

const port = z.int().min(1).max(65_535);

/**
 * What a person sets. `listen`: an address of this machine, "0.0.0.0" for all of them; "": programs
 * of this machine alone.
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
    /** For programs of other machines, by TLS. */
    securePort: port,
  })
  .refine(({ port: plain, securePort, listen }) => listen === "" || plain !== securePort, {
    path: ["securePort"],
    error: "must be another port than that of this machine's programs",
  });
export type ApiChoice = z.infer<typeof apiChoiceSchema>;

/** What the company's policy file sets: it cannot be changed at the desk. */
const SET_BY_POLICY = ["enabled", "port", "listen", "securePort"] as const;

export const apiAccessSchema = z
  .object({
    /**
     * What counts from the next start on, unless its command line says otherwise. `port` 0: any
     * free one, by this start's command line.
     */
    chosen: z.object({
      enabled: z.boolean(),
      port: z.int(),
      listen: z.string(),
      securePort: z.int(),
    }),
    setByPolicy: z.array(z.enum(SET_BY_POLICY)),
    /** Whether the choice differs from what was started with. */
    needsRestart: z.boolean(),
    /** Where programs of this machine reach it now; null: nowhere. */
    url: z.string().nullable(),
    /** Where those of other machines do, by TLS, at each of the certificate's names. */
    secureUrls: z.array(z.string()),
    certificate: z
      .object({
        /** `own`: made here; other machines trust it once they have its authority's file. */
        kind: z.enum(["own", "file"]),
        validTo: z.string(),
        /** SHA-256, of the authority where it is our own, else of the certificate. */
        fingerprint: z.string(),
        /** Whole path of the authority's file, for handing on; "" for a certificate of others. */
        authorityFile: z.string(),
      })
      .nullable(),
  })
  .meta({ id: "ApiAccess" });
export type ApiAccess = z.infer<typeof apiAccessSchema>;
