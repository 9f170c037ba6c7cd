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
  summary: "What is kept sealed on this station, and whether its key is there.",
  access: "station",
  shape: "one",
  answer: storedSecretsSchema,
});

export const showRecoveryKey = endpoint({
  id: "showRecoveryKey",
  method: "POST",
  path: `${path}/recovery-key`,
  tag,
  summary: "The key of the stored secrets as a text for paper. At the desk alone.",
  access: "station",
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
  summary:
    "Give the station the key of its stored secrets back, where it was lost. At the desk alone.",
  access: "station",
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
    "Go on without the stored secrets whose key is lost: accounts and webhooks are switched off until they are entered anew. At the desk alone.",
  access: "station",
  audited: { kind: "data", act: "removed" },
  shape: "one",
  errors: ["E1055", "E2036", "E2106"],
  answer: storedSecretsSchema,
});
