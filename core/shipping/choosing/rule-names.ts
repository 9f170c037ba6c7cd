/** Names that the words of rules use, and whether an organization still has what a rule means. */
import { cachedRead } from "../../db/read-cache.ts";
import { findAccount, listQuotable } from "../accounts/accounts.service.ts";
import { listEntered } from "../agreements/agreements.service.ts";
import { presentVersions } from "../agreements/versions.ts";
import { OWN_PROVIDER, TEST_SERVICE } from "../carriers/own-service.ts";
import type { ShippingDeps } from "../deps.ts";
import type { RuleWords } from "../offers/chosen-rule.schema.ts";
import type { RuleTarget } from "./choosing.schema.ts";
import type { RuleRow } from "./choosing.store.ts";
import { ruleWords, type RuleNames } from "./rule-words.ts";

export type NameDeps = Pick<ShippingDeps, "db" | "now" | "geo" | "carriers">;

/** Names by code or id, of each kind of target. */
type KnownTargets = Readonly<Record<RuleTarget["kind"], ReadonlyMap<string, string>>>;

const TABLES = ["agreements", "rate_cards", "provider_accounts"];

/** Lists the carriers, services and accounts of an organization, from the read cache. */
function knownTargets(deps: NameDeps, organizationID: string): KnownTargets {
  return cachedRead(deps.db, TABLES, `targets of rules of ${organizationID}`, () => {
    const agreements = listEntered(deps.db, organizationID);
    const services = agreements.flatMap((agreement) =>
      presentVersions(deps, agreement).flatMap((version) => version.services),
    );
    return {
      carrier: new Map([
        [OWN_PROVIDER, "Packbench"],
        ...agreements.map(({ providerCode, name }): [string, string] => [providerCode, name]),
      ]),
      service: new Map([
        [TEST_SERVICE, "Packbench"],
        ...services.map(({ code, name }): [string, string] => [code, name]),
      ]),
      account: new Map(
        listQuotable(deps.db, organizationID).map(({ id, name, providerCode }) => [
          id,
          name === "" ? providerCode : name,
        ]),
      ),
    };
  });
}

/**
 * Returns whether an offer can be one that a rule means. The offers of a remote carrier are known
 * only from its answers, so with such a carrier any service may come.
 */
export function isKnownTarget(deps: NameDeps, organizationID: string, target: RuleTarget): boolean {
  const isOpen =
    target.kind !== "account" &&
    deps.carriers.list(organizationID).some(({ place }) => place === "remote");
  return isOpen || knownTargets(deps, organizationID)[target.kind].has(keyOf(target));
}

/** Returns what a rule means as a code or an id. */
export function keyOf(target: RuleTarget): string {
  return target.kind === "account" ? target.id : target.code;
}

/** Says what a stored rule does, from the read cache. */
export function wordsOf(deps: NameDeps, rule: RuleRow): RuleWords {
  return cachedRead(deps.db, ["choosing_rules", ...TABLES], `words of rule ${rule.id}`, () =>
    ruleWordsOf(deps, rule),
  );
}

/** Says what a rule does, also a rule that is not stored. */
export function ruleWordsOf(deps: NameDeps, rule: RuleRow): RuleWords {
  return ruleWords(namesOf(deps, rule.organizationID), rule);
}

function namesOf(deps: NameDeps, organizationID: string): RuleNames {
  return {
    province: (code) => deps.geo.findCity("TR", { code })?.name ?? code,
    target: (target) =>
      knownTargets(deps, organizationID)[target.kind].get(keyOf(target)) ??
      formerName(deps, organizationID, target),
  };
}

/** Names what is gone: an account by its last name, a carrier or service by its code. */
function formerName({ db }: NameDeps, organizationID: string, target: RuleTarget): string {
  if (target.kind !== "account") return target.code;
  const account = findAccount(db, organizationID, target.id);
  return account?.name || account?.providerCode || target.id;
}
