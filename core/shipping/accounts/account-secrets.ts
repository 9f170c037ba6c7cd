/** Opens the sealed credentials of an account. */
import { z } from "zod";
import { objectSchema, parseJson } from "../../base/json.ts";
import { openForOrganization, type SealedIn } from "../../db/sealing/organization-key.ts";
import {
  connectionSettingsSchema,
  type ConnectionSettings,
} from "../carriers/connection.schema.ts";
import type { ShippingDeps } from "../deps.ts";
import { getLinked } from "./accounts.store.ts";

const secretsSchema = z.object({
  password: z.string(),
  parameters: objectSchema,
  /** Secret fields of the connection, by name. */
  connection: connectionSettingsSchema.default({}),
});

export type Credentials = {
  readonly username: string;
  readonly password: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly connection: ConnectionSettings;
};

/**
 * Reads the credentials for the adapter that calls the carrier. Every station of the organization
 * can read them.
 *
 * @throws AppError E2017 for an unknown or unlinked account; E2050 or E2155 when the key of the
 * organization's secrets cannot be read or is missing.
 */
export function readCredentials(
  deps: Pick<ShippingDeps, "db" | "secrets">,
  organizationID: string,
  id: string,
): Credentials {
  const { username, parameters, secrets } = getLinked(deps.db, organizationID, id);
  if (secrets === null) return { username, password: "", parameters, connection: {} };
  return {
    username,
    ...parseJson(
      openForOrganization(deps, placeOf(organizationID, id), secrets),
      secretsSchema,
      "the secrets of an account",
    ),
  };
}

/** Returns where an account's sealed credentials are stored. */
export function placeOf(organizationID: string, id: string): SealedIn {
  return { organizationID, table: "provider_accounts", column: "secrets", id };
}
