/**
 * How long an organization keeps personal data and its audit log, and what it has erased on
 * request.
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
 * The organization's rules; without any, personal data is kept for good and the audit log for a
 * year.
 */
export function readRules(deps: ReadDeps, organizationID: string): PrivacyRules {
  const { personal_data_days: personalDataDays, audit_days: auditDays } = store.findRules(
    deps.db,
    organizationID,
  );
  return { personalDataDays, auditDays };
}

/**
 * @returns The shortest time, days, that an organization of this station keeps personal data;
 *   undefined where all keep it for good. Copies of the database stay no longer.
 */
export function shortestRule(deps: ReadDeps): number | undefined {
  const days = listAllOrganizationIDs(deps)
    .map((id) => store.findRules(deps.db, id).personal_data_days)
    .filter((one) => one > 0);
  return days.length === 0 ? undefined : Math.min(...days);
}

/** When something of an organization was erased last; undefined: never. */
export function newestErasure(deps: ReadDeps, organizationID: string): string | undefined {
  return store.newestErasureAt(deps.db, organizationID);
}

/**
 * At every station. A restored backup does not bring an earlier rule back.
 * @throws AppError E1055 for a token with limits, E2036 on a full disk.
 */
export function updateRules(deps: WriteDeps, actor: Actor, patch: PrivacyRulesPatch): PrivacyRules {
  requireWhole(actor);
  const rules = { ...readRules(deps, actor.organizationID), ...definedFields(patch) };
  writeRules(deps, actor.organizationID, rules);
  noteRules(deps, actor.organizationID, rules);
  return rules;
}

/** Writes an organization's rules. Inside or outside a transaction. */
export function writeRules(deps: WriteDeps, organizationID: string, rules: PrivacyRules): void {
  inTransaction(deps, () =>
    store.writeRules(deps.db, organizationID, {
      personal_data_days: rules.personalDataDays,
      audit_days: rules.auditDays,
      updated_at: deps.now(),
    }),
  );
}

/** @throws AppError E1055: what cannot be taken back is no matter for a token with limits. */
export function requireWhole(actor: Actor): void {
  if (actor.token?.isNarrow === true)
    throw errors.notAuthorised(
      "A token with limits erases nothing. Use one without, or the window.",
    );
}

/** Those that were asked for, newest first, at most 200. */
export function listErasures(deps: ReadDeps, organizationID: string): Erasure[] {
  return store
    .listRequested(deps.db, organizationID)
    .map(({ id, created_at: at, kind, created_by: memberID }) => ({ id, at, kind, memberID }));
}
