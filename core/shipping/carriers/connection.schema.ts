/** Declaration of a kind of connection: its credentials as data, from which Settings makes a form. */
import { z } from "zod";

export const CONNECTION_OPERATIONS = [
  "test",
  /** The connection sells at its own prices, paid from a balance there. */
  "quote",
  /** The carrier makes the scanned code, so that a label is bought by asking. */
  "buy",
  "find",
  /** Recipients are made known to the carrier when their orders arrive. */
  "register",
  "announce",
  "cancel",
  "label",
  "track",
  "invoice",
  "return",
  "pickup",
  /** Parcels are announced by a file that a person or a program passes on. */
  "file",
] as const;
export type ConnectionOperation = (typeof CONNECTION_OPERATIONS)[number];

/** Texts and secrets of a connection, by the name of the field. */
export const connectionSettingsSchema = z.record(z.string(), z.string());
export type ConnectionSettings = z.infer<typeof connectionSettingsSchema>;

/**
 * A field of a connection. `text`, `secret` and `url` take text, `choice` one of `values`. Secrets
 * are stored sealed and appear in no answer.
 */
const connectionFieldSchema = z.object({
  name: z.string(),
  type: z.enum(["text", "secret", "url", "choice"]),
  isRequired: z.boolean(),
  values: z.array(z.string()).optional(),
  /** Value of an empty field. */
  usual: z.string().optional(),
  maxLength: z.number().int().optional(),
  /**
   * Whether it is no part of the login: at any value the same customer of the carrier is asked, so
   * it may change while a purchase is open.
   */
  isPreference: z.boolean().optional(),
});
export type ConnectionField = z.infer<typeof connectionFieldSchema>;

/** Data of an order that some carriers require. */
const ORDER_NEEDS = ["recipient.email", "recipient.phone", "waybillNumber"] as const;

export const connectionKindSchema = z
  .object({
    kind: z.string(),
    /** Carrier that the kind reaches; "" for a kind that any carrier may have. */
    providerCode: z.string(),
    name: z.string(),
    can: z.array(z.enum(CONNECTION_OPERATIONS)),
    /** Whether the account's user name and password are required. */
    needsLogin: z.boolean(),
    fields: z.array(connectionFieldSchema),
    /** Fields of an order without which the carrier refuses it. */
    orderNeeds: z.array(z.enum(ORDER_NEEDS)),
  })
  .meta({ id: "ConnectionKind" });
export type ConnectionKindSchema = Readonly<z.infer<typeof connectionKindSchema>>;
