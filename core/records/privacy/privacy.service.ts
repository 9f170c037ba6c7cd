/**
 * Reads and changes the privacy rules: how long an organization keeps personal data and its audit
 * log. Also lists requested erasures.
 */
import { errors } from "../../base/errors.ts";
import { definedFields } from "../../base/objects.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { listAllOrganizationIDs } from "../../organizations/organizations.service.ts";
import { noteRules } from "./erasure-notes.ts";
import * as store from "./erasures.store.ts";
import type { Erasure, PrivacyRules, PrivacyRulesPatch } from "./privacy.schema.ts";

/**
 * Reads the organization's rules; by default, personal data is kept for good and the audit log for
 * a year.
 */
export function readRules(deps: ReadDeps, organizationID: string): PrivacyRules {
  const { personalDataDays, auditDays } = store.findRules(deps.db, organizationID);
  return { personalDataDays, auditDays };
}

/**
 * Finds the shortest retention of personal data among this station's organizations, in days;
 * undefined when all organizations keep personal data for good. Earlier nightly backups, and copies
 * of the database from restores and upgrades, are kept no longer than this.
 */
export function shortestRule(deps: ReadDeps): number | undefined {
  const days = listAllOrganizationIDs(deps)
    .map((id) => store.findRules(deps.db, id).personalDataDays)
    .filter((one) => one > 0);
  return days.length === 0 ? undefined : Math.min(...days);
}

/** Finds the time of an organization's last erasure; undefined before the first erasure. */
export function newestErasure(deps: ReadDeps, organizationID: string): string | undefined {
  return store.newestErasureAt(deps.db, organizationID);
}

/**
 * Updates the rules at every station. A restored backup does not bring back an earlier rule.
 * @throws AppError E1055 for a token with limits; E2036 on a full disk, and the rules stay as they
 *   were, also after a restore.
 */
export function updateRules(deps: WriteDeps, actor: Actor, patch: PrivacyRulesPatch): PrivacyRules {
  requireWhole(actor);
  const rules = { ...readRules(deps, actor.organizationID), ...definedFields(patch) };
  let removeNote = (): void => {};
  try {
    inTransaction(deps, () => {
      writeRules(deps, actor.organizationID, rules);
      // Recorded before the COMMIT: a restore after a crash in between must not bring back an
      // earlier rule.
      removeNote = noteRules(deps, actor.organizationID, rules);
    });
  } catch (error) {
    removeNote();
    throw error;
  }
  return rules;
}

/** Writes an organization's rules; works inside and outside a transaction. */
export function writeRules(deps: WriteDeps, organizationID: string, rules: PrivacyRules): void {
  inTransaction(deps, () =>
    store.writeRules(deps.db, organizationID, {
      personalDataDays: rules.personalDataDays,
      auditDays: rules.auditDays,
      updatedAt: deps.now(),
    }),
  );
}

/**
 * Requires a token without limits, for changes that cannot be undone.
 *
 * @throws AppError E1055
 */
export function requireWhole(actor: Actor): void {
  if (actor.token?.isNarrow === true)
    throw errors.notAuthorised(
      "A token with limits may not do this. Use a token without limits, or the window.",
    );
}

/** Lists requested erasures, newest first, at most 200. */
export function listErasures(deps: ReadDeps, organizationID: string): Erasure[] {
  return store
    .listRequested(deps.db, organizationID)
    .map(({ id, createdAt: at, kind, createdBy: memberID }) => ({ id, at, kind, memberID }));
}
