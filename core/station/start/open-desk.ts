/** The organization and member of this desk, found or created at every start. */
import { markUpgradeUsed } from "../../db/before-upgrade.ts";
import { seedDemo } from "../demo/seed.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { StationDeps } from "../deps.ts";
import { issueToken, revokeDemoTokens } from "../../organizations/api-tokens.ts";
import {
  createOrganizationWithOwner,
  findDeskOwner,
} from "../../organizations/organizations.service.ts";

export type DeskOptions = {
  readonly dataDir: string;
  readonly resourcesDir: string;
  /** Seed sample data and make a new token. */
  readonly demo: boolean;
  /** Whose desk this is; default: the folder's first organization. */
  readonly organizationID?: string;
  /** The station joins a hub at this start: it gets a token of its own, as with sample data. */
  readonly join?: string;
  /**
   * In place of a join code: a nats-server of the organization's own, and this station's
   * credentials there.
   */
  readonly joinServer?: {
    readonly servers: readonly string[];
    readonly credentials: string;
    readonly authority?: string;
  };
  /** Creates an API token of this name for the desk's owner; only `start()` returns it. */
  readonly newToken?: string;
};

/** There is no such organization in this folder, or it has no owner. */
class UnknownOrganizationError extends Error {
  override readonly name = "UnknownOrganizationError";
}

/**
 * Who acts at this desk: the demo's owner, or the organization's; a new folder gets an empty
 * organization.
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
  // What is done from here on would be lost with the database from before an update.
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

/** @param isPrinted Make a token, and end the one of the start before. */
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
    name: "Packbench",
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
