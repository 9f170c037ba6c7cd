/**
 * Parses tariffs before they are needed, one after the other in separate turns of the event loop. A
 * quote is part of a purchase's transaction and cannot wait; thirty large tariffs would block it for
 * half a second.
 */
import { startLoop } from "../../base/loop.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { onTableWritten } from "../../db/table-writes.ts";
import { listAllOrganizationIDs } from "../../organizations/organizations.service.ts";
import type { ShippingDeps } from "../deps.ts";
import { listAgreements } from "./agreements.store.ts";
import { isParsed, parseVersion } from "./tariff-cache.ts";
import { listVersions, type VersionHead } from "./versions.store.ts";

type ParseDeps = Pick<ShippingDeps, "db" | "now">;

/** Parses all tariffs that are in force or coming, so that no quote needs to parse one. */
export async function parseInForce(deps: ParseDeps): Promise<void> {
  while (await parseNext(deps, "tariffs"));
}

/** Parses the versions that lists show, also past ones. */
export async function parseAll(deps: ParseDeps): Promise<void> {
  while (await parseAny(deps));
}

/**
 * Starts to parse, in the background, tariffs that are entered or come from other stations, and
 * the summaries of past versions, which lists show.
 */
export function startParsing(deps: ParseDeps & Pick<ShippingDeps, "log">): {
  stop(): Promise<void>;
} {
  const { db, log } = deps;
  const parsing = startLoop(log, "parsing price lists", async () => {
    if (!(await parseAny(deps))) return undefined;
    await yieldToEventLoop();
    return 0;
  });
  const stopListening = onTableWritten(db, "rate_cards", parsing.wake);
  return {
    stop() {
      stopListening();
      return parsing.stop();
    },
  };
}

async function parseAny(deps: ParseDeps): Promise<boolean> {
  return (await parseNext(deps, "tariffs")) || (await parseNext(deps, "contents"));
}

/** Parses one version, and returns whether there was one that had not been parsed. */
async function parseNext({ db, now }: ParseDeps, what: "tariffs" | "contents"): Promise<boolean> {
  const at = now();
  const id = listAllOrganizationIDs({ db })
    .flatMap((organizationID) => listAgreements(db, organizationID))
    .map((agreement) => listVersions(db, agreement.id))
    .flatMap((versions) => (what === "tariffs" ? notPast(versions, at) : versions))
    .find((version) => !isParsed(db, version.id, what))?.id;
  if (id === undefined) return false;
  await parseVersion(db, id, what);
  return true;
}

/** Leaves out versions that a later one has replaced. */
function notPast(versions: readonly VersionHead[], at: string): readonly VersionHead[] {
  const inForce = versions.findLastIndex(({ validFrom }) => validFrom <= at);
  return inForce === -1 ? versions : versions.slice(inForce);
}
