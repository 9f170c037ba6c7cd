/**
 * Checks the ledger in the background after each start, from the last check that found no fault.
 */
import type { OrganizationDeps } from "../deps.ts";
import { checkLedger, isWhole } from "./check-ledger.ts";

/** Delay so that the window and the first purchase come first, ms. */
const AFTER_MS = 5_000;

/**
 * Starts the check in the background.
 *
 * @param organizationIDs Lists all organizations with a ledger here.
 * @returns A function that cancels the check if it has not started.
 */
export function checkAtStart(
  deps: Pick<OrganizationDeps, "reader" | "db" | "now" | "log">,
  organizationIDs: () => readonly string[],
): () => void {
  const timer = setTimeout(() => {
    checkAll(deps, organizationIDs()).catch((err: unknown) =>
      deps.log.error({ err }, "the ledger could not be checked"),
    );
  }, AFTER_MS).unref();
  return () => clearTimeout(timer);
}

async function checkAll(
  deps: Pick<OrganizationDeps, "reader" | "db" | "now" | "log">,
  organizationIDs: readonly string[],
): Promise<void> {
  await deps.reader.sessions(async (session) => {
    for (const organizationID of organizationIDs) {
      const check = await checkLedger({ ...deps, session }, organizationID, "checkpoint");
      if (!isWhole(check))
        deps.log.error(
          { organizationID, ...check },
          "the ledger is not whole: press Check now in Settings, Data and backup, and keep a copy of the data folder",
        );
    }
  });
}
