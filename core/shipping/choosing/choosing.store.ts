/** SQL for `choosing_rules`. */
import { parseJsonOr } from "../../base/json.ts";
import { insertRow, updateRow } from "../../db/change.ts";
import type { CachedDb, Db } from "../../db/database.ts";
import { cachedRead } from "../../db/read-cache.ts";
import {
  ruleActionSchema,
  ruleConditionsSchema,
  type RuleAction,
  type RuleConditions,
} from "./choosing.schema.ts";

export type RuleRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly conditions: RuleConditions;
  readonly action: RuleAction;
  /** Minor units; null: the rule never buys at once. */
  readonly buyUpToMinor: number | null;
  readonly position: number;
};

type StoredRule = Omit<RuleRow, "conditions" | "action"> & {
  readonly conditions: string;
  readonly action: string;
};

/**
 * Lists an organization's rules in their order, from the read cache: do not change the rows. Leaves
 * out a rule that only a newer Packbench can read.
 */
export function listRules(db: CachedDb, organizationID: string): readonly RuleRow[] {
  return readRules(db, organizationID).rules;
}

/** Returns whether some of an organization's rules can be read only by a newer Packbench. */
export function hasUnreadRules(db: CachedDb, organizationID: string): boolean {
  const { rules, stored } = readRules(db, organizationID);
  return rules.length < stored;
}

function readRules(
  db: CachedDb,
  organizationID: string,
): { readonly rules: readonly RuleRow[]; readonly stored: number } {
  return cachedRead(db, ["choosing_rules"], `choosing rules of ${organizationID}`, () => {
    const stored = db
      .sql<StoredRule>(
        `SELECT id, created_at, updated_at, organization_id, conditions, action, buy_up_to_minor, position
           FROM choosing_rules
          WHERE organization_id = ? AND is_active = 1
          ORDER BY position, created_at, id`,
      )
      .all(organizationID);
    return { rules: stored.flatMap(parsed), stored: stored.length };
  });
}

function parsed({ conditions, action, ...row }: StoredRule): RuleRow[] {
  const read = {
    conditions: parseJsonOr(conditions, ruleConditionsSchema, undefined),
    action: parseJsonOr(action, ruleActionSchema, undefined),
  };
  return read.conditions === undefined || read.action === undefined
    ? []
    : [{ ...row, conditions: read.conditions, action: read.action }];
}

/** Inserts a rule into a synced table; needs an open transaction. */
export function insertRule(db: Db, { conditions, action, ...row }: RuleRow): void {
  insertRow(db, "choosing_rules", { ...row, ...asText({ conditions, action }), isActive: 1 });
}

/** Replaces what a rule says; needs an open transaction. */
export function replaceRuleRow(
  db: Db,
  { id, conditions, action, buyUpToMinor, updatedAt }: RuleRow,
): void {
  const texts = asText({ conditions, action });
  updateRow(db, "choosing_rules", id, { ...texts, buyUpToMinor, updatedAt });
}

/** Moves a rule to another place; needs an open transaction. */
export function moveRule(db: Db, id: string, position: number, now: string): void {
  updateRow(db, "choosing_rules", id, { position, updatedAt: now });
}

function asText({
  conditions,
  action,
}: Pick<RuleRow, "conditions" | "action">): Pick<StoredRule, "conditions" | "action"> {
  return { conditions: JSON.stringify(conditions), action: JSON.stringify(action) };
}

/** Ends a rule: the row stays, so that the end reaches every station. Needs an open transaction. */
export function endRule(db: Db, id: string, now: string): void {
  updateRow(db, "choosing_rules", id, { isActive: 0, updatedAt: now });
}
