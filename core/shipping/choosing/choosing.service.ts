/** Enters, changes, orders and ends the rules by which an organization's offers are chosen. */
import { errors } from "../../base/errors.ts";
import { moneyText, parseEnteredMoney } from "../../base/money.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { MOST_RULES, type NewRule, type Rule, type RuleOrder } from "./choosing.schema.ts";
import {
  endRule,
  insertRule,
  listRules,
  moveRule,
  replaceRuleRow,
  type RuleRow,
} from "./choosing.store.ts";
import { isKnownTarget, keyOf, wordsOf, type NameDeps } from "./rule-names.ts";

export type { RuleRow } from "./choosing.store.ts";

type RuleDeps = WriteDeps & NameDeps;

/** Lists the rules in their order. */
export function listAll(deps: NameDeps, { organizationID }: Actor): Rule[] {
  return listRules(deps.db, organizationID).map((row) => present(deps, row));
}

/** Lists the stored rules of an organization in their order. */
export function listStored(
  { db }: Pick<NameDeps, "db">,
  organizationID: string,
): readonly RuleRow[] {
  return listRules(db, organizationID);
}

/**
 * Makes rules that are not stored, for a dry run.
 *
 * @throws AppError E1085 as `addRule`
 */
export function proposedRules(
  deps: Pick<RuleDeps, "db" | "now" | "newId" | "geo" | "carriers">,
  organizationID: string,
  inputs: readonly NewRule[],
): RuleRow[] {
  const now = deps.now();
  return inputs.map((input, i) => {
    requireKnown(deps, organizationID, input);
    return {
      id: deps.newId(),
      createdAt: now,
      updatedAt: now,
      organizationID,
      ...columnsOf(input),
      position: i,
    };
  });
}

/**
 * Adds a rule after the others.
 *
 * @throws AppError E1085 for a carrier, service or account that the organization does not have, and
 *   for one rule too many.
 */
export function addRule(deps: RuleDeps, { organizationID }: Actor, input: NewRule): Rule {
  requireKnown(deps, organizationID, input);
  return inTransaction(deps, () => {
    const rules = listRules(deps.db, organizationID);
    if (rules.length >= MOST_RULES)
      throw errors.badRequest(
        `There are ${MOST_RULES} rules already, which is the most. Remove one first. Nothing was saved.`,
      );
    const now = deps.now();
    const row: RuleRow = {
      id: deps.newId(),
      createdAt: now,
      updatedAt: now,
      organizationID,
      ...columnsOf(input),
      position: (rules.at(-1)?.position ?? 0) + 1,
    };
    insertRule(deps.db, row);
    return present(deps, row);
  });
}

/**
 * Replaces a rule; it keeps its place.
 *
 * @throws AppError E2173; E1085 as `addRule`
 */
export function replaceRule(deps: RuleDeps, actor: Actor, id: string, input: NewRule): Rule {
  const row = requireRule(deps, actor, id);
  requireKnown(deps, actor.organizationID, input);
  return inTransaction(deps, () => {
    const changed = { ...row, ...columnsOf(input), updatedAt: deps.now() };
    replaceRuleRow(deps.db, changed);
    return present(deps, changed);
  });
}

/**
 * Orders the rules. Rules that `ids` omits, because another station has just added them, follow at
 * the end.
 *
 * @throws AppError E2173 for an unknown or repeated id, after which nothing has changed.
 */
export function orderRules(deps: RuleDeps, actor: Actor, { ids }: RuleOrder): Rule[] {
  return inTransaction(deps, () => {
    const rows = listRules(deps.db, actor.organizationID);
    if (new Set(ids).size < ids.length || ids.some((id) => !rows.some((row) => row.id === id)))
      throw errors.ruleNotFound();
    const wanted = [...ids, ...rows.map((row) => row.id).filter((id) => !ids.includes(id))];
    for (const row of rows) {
      const position = wanted.indexOf(row.id) + 1;
      if (position !== row.position) moveRule(deps.db, row.id, position, deps.now());
    }
    return listAll(deps, actor);
  });
}

/** Ends a rule. @throws AppError E2173 */
export function removeRule(deps: RuleDeps, actor: Actor, id: string): Rule {
  const row = requireRule(deps, actor, id);
  inTransaction(deps, () => endRule(deps.db, id, deps.now()));
  return present(deps, row);
}

function requireRule(deps: Pick<NameDeps, "db">, { organizationID }: Actor, id: string): RuleRow {
  const row = listRules(deps.db, organizationID).find((rule) => rule.id === id);
  if (row === undefined) throw errors.ruleNotFound();
  return row;
}

/** @throws AppError E1085 */
function requireKnown(
  deps: NameDeps,
  organizationID: string,
  { action }: Pick<NewRule, "action">,
): void {
  if (!("target" in action) || isKnownTarget(deps, organizationID, action.target)) return;
  throw errors.badRequest(
    `action.target: this organization has no ${action.target.kind} "${keyOf(action.target)}". Enter its agreement first, or choose another one. Nothing was saved.`,
  );
}

/** Converts input to columns. */
function columnsOf({
  conditions,
  action,
  buyUpTo,
}: NewRule): Pick<RuleRow, "conditions" | "action" | "buyUpToMinor"> {
  return {
    conditions,
    action,
    buyUpToMinor: buyUpTo === null ? null : (parseEnteredMoney(buyUpTo) ?? null),
  };
}

function present(deps: NameDeps, row: RuleRow): Rule {
  const { id, createdAt, updatedAt, organizationID, conditions, action, buyUpToMinor } = row;
  return {
    id,
    words: wordsOf(deps, row),
    createdAt,
    updatedAt,
    conditions,
    action,
    buyUpTo: buyUpToMinor === null ? null : moneyText(buyUpToMinor),
    isTargetKnown: !("target" in action) || isKnownTarget(deps, organizationID, action.target),
  };
}
