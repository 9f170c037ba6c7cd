/** /station/secrets */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { recoveryKeySchema, storedSecretsSchema } from "./keys.schema.ts";

const tag = "Station";
const path = "/station/secrets";

export const getStoredSecrets = endpoint({
  id: "getStoredSecrets",
  method: "GET",
  path,
  tag,
  summary: "List the encrypted secrets of this station and whether their key is available.",
  access: "station",
  shape: "one",
  answer: storedSecretsSchema,
});

export const showRecoveryKey = endpoint({
  id: "showRecoveryKey",
  method: "POST",
  path: `${path}/recovery-key`,
  tag,
  summary: "Get the key of the stored secrets as a text to keep on paper. Only at the desk.",
  access: "station",
  atDesk: "owner",
  audited: { kind: "data", act: "asked" },
  shape: "one",
  errors: ["E1055", "E2050"],
  answer: recoveryKeySchema,
});

export const recoverSecrets = endpoint({
  id: "recoverSecrets",
  method: "POST",
  path: `${path}/recover`,
  tag,
  summary: "Put back the lost key of the stored secrets. Only at the desk.",
  access: "station",
  atDesk: "owner",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  body: z.strictObject({ recoveryKey: z.string().trim().min(1).max(200) }),
  errors: ["E1055", "E2036", "E2105", "E2106"],
  answer: storedSecretsSchema,
});

export const forgetSecrets = endpoint({
  id: "forgetSecrets",
  method: "POST",
  path: `${path}/forget`,
  tag,
  summary:
    "Give up the stored secrets whose key is lost: accounts and webhooks are switched off until their secrets are entered again, and leads need new PINs. Only at the desk.",
  access: "station",
  atDesk: "owner",
  audited: { kind: "data", act: "removed" },
  shape: "one",
  errors: ["E1055", "E2036", "E2106"],
  answer: storedSecretsSchema,
});
