/** Finds or creates the organization and member of this desk, at every start. */
import { markUpgradeUsed } from "../../db/before-upgrade.ts";
import { seedDemo } from "../demo/seed.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { StationDeps } from "../deps.ts";
import { issueToken, revokeDemoTokens } from "../../organizations/api-tokens.ts";
import { UNNAMED } from "../../organizations/moved-organization.ts";
import {
  createOrganizationWithOwner,
  findDeskOwner,
} from "../../organizations/organizations.service.ts";

export type DeskOptions = {
  readonly dataDir: string;
  readonly resourcesDir: string;
  /** Seed sample data and create a new token. */
  readonly demo: boolean;
  /** Organization of this desk; default: the folder's first organization. */
  readonly organizationID?: string;
  /**
   * Join code of the hub that the station joins at this start. The start prints a new token, as
   * with sample data.
   */
  readonly join?: string;
  /**
   * The organization's own nats-server and this station's credentials there, instead of a join
   * code.
   */
  readonly joinServer?: {
    readonly servers: readonly string[];
    readonly credentials: string;
    readonly authority?: string;
  };
  /** Creates an API token of this name for the desk's owner; only `start()` returns it. */
  readonly newToken?: string;
};

/** The organization is not in this folder, or has no owner. */
class UnknownOrganizationError extends Error {
  override readonly name = "UnknownOrganizationError";
}

/**
 * Finds the organization and member that act at this desk. A new folder gets sample data with
 * `demo`, otherwise an empty organization.
 * @throws UnknownOrganizationError
 */
export function openDesk(
  deps: WriteDeps & Pick<StationDeps, "geo">,
  config: DeskOptions,
): { organizationID: string; memberID: string; token: string | null } {
  const { organizationID, newToken } = config;
  if (organizationID !== undefined && findDeskOwner(deps, organizationID) === undefined) {
    throw new UnknownOrganizationError(
      `There is no organization ${organizationID} with an owner in ${config.dataDir}. Look up its id under /organizations, or start without --organization.`,
    );
  }
  // From now on, restoring the database from before an update would lose work.
  markUpgradeUsed(deps.db.raw.name);
  const desk = config.demo
    ? seedDemo(deps, config.resourcesDir, organizationID)
    : withToken(
        deps,
        findDeskOwner(deps, organizationID) ?? createFirst(deps),
        (config.join ?? config.joinServer) !== undefined,
      );
  return newToken === undefined
    ? desk
    : { ...desk, token: issueToken(deps, desk, { name: newToken }).token };
}

type Owner = { readonly organizationID: string; readonly memberID: string };

/**
 * Adds a new token to the desk's owner, for a start that prints the token.
 *
 * @param isPrinted Create a token, and revoke the token of the previous start.
 */
function withToken(
  deps: WriteDeps,
  desk: Owner,
  isPrinted: boolean,
): Owner & { token: string | null } {
  if (!isPrinted) return { ...desk, token: null };
  revokeDemoTokens(deps, desk.organizationID);
  return { ...desk, token: issueToken(deps, desk, { name: "Join", isDemo: true }).token };
}

function createFirst(deps: WriteDeps): Owner {
  const organization = {
    name: UNNAMED,
    countryCode: "TR",
    taxOffice: "",
    taxNumber: "",
    phone: "",
    email: "",
    test: false,
  };
  return createOrganizationWithOwner(deps, organization, {
    userID: deps.newId(),
    email: "",
    name: "",
  });
}
