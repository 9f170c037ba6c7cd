/**
 * Checks the ledger: follows every chain link by link, and compares the chains' sum with the
 * running balance, the held amount with the open purchases, and each transaction's entries with its
 * state. Reads everything in one snapshot on the reader's connection.
 */
import { guarded } from "../../base/guarded.ts";
import type { OrganizationDeps } from "../deps.ts";
import type { Db } from "../../db/database.ts";
import type { Reader, Session } from "../../db/reader.ts";
import { findRewritten } from "./anchors.store.ts";
import { latestAwaited, listLost, type ChainWithGap } from "./lost-entries.ts";
import { hashEntry } from "./ledger.service.ts";
import * as checks from "./ledger-checks.store.ts";
import * as store from "./ledger.store.ts";
import type { Chain, EntryRow } from "./ledger.store.ts";

export type LedgerCheck = {
  /** Number of followed entries, without the entries before the checkpoint that the check used. */
  readonly entries: number;
  /** Sum of all chains, minor units. */
  readonly balance: number;
  /**
   * First entry that does not follow from the entry before it, or whose hash differs from its
   * anchor. An entry after a lost entry counts too.
   */
  readonly brokenAt: string | null;
  /** Whether the running balance equals the sum of all chains. */
  readonly isBalanceKept: boolean;
  /** Whether the held amount equals the cost of this station's open purchases. */
  readonly areHoldsKept: boolean;
  /** A transaction whose entries contradict its state; null for none, or while `awaited` > 0. */
  readonly wrongTransaction: string | null;
  /** Number of chains of other stations whose missing entries have not arrived yet. */
  readonly awaited: number;
};

type Ask = Pick<Reader, "all">;

/**
 * Last followed link of a chain. `claimed`: the balance that its last entry states. `gap`: the link
 * before the first missing entry, and the entry after it; entries after a gap are counted but
 * cannot be followed.
 */
type Link = {
  readonly n: number;
  readonly hash: string;
  readonly balance: number;
  readonly claimed: number;
  readonly entries: number;
  readonly brokenAt: string | null;
  readonly gap: Gap | null;
};
type Gap = { readonly before: Link; readonly next: ChainWithGap["next"] };
const START: Link = {
  n: 0,
  hash: "",
  balance: 0,
  claimed: 0,
  entries: 0,
  brokenAt: null,
  gap: null,
};

const CHUNK = 500;

/**
 * Checks an organization's ledger.
 *
 * @param deps.session From `reader.sessions`: one connection serves the checks of all
 *   organizations, one after the other.
 * @param from "start": every entry and every transaction. "checkpoint": only the entries since the
 *   last check that found no fault; quick enough to run after each start.
 */
export async function checkLedger(
  deps: Pick<OrganizationDeps, "db" | "now" | "log"> & { readonly session: Session },
  organizationID: string,
  from: "start" | "checkpoint",
): Promise<LedgerCheck> {
  const by = { here: deps.db.stationID, latest: latestAwaited(deps.now()) };
  const { check, links } = await deps.session(async (ask) => {
    const links: FollowedChain[] = [];
    for (const chain of await store.listChainsBeside(ask, organizationID))
      links.push({
        chain,
        ...(await followBeside(ask, { chain, from, isOwn: isOwn(deps.db, chain) })),
      });
    const balance = links.reduce((sum, { link }) => sum + link.balance, 0);
    const kept = await store.readTotalsBeside(ask, organizationID);
    const gaps = gapsOf(links);
    const lost = listLost(gaps, { unexplained: kept.balance - balance, now: deps.now() });
    const awaited = gaps.length - lost.length;
    const wrong =
      awaited > 0
        ? undefined
        : from === "start"
          ? await checks.findWrongTransaction(ask, organizationID, by)
          : await wrongSince(
              ask,
              by,
              links.map(({ chain, link }) => ({ ...chain, after: link.n - link.entries })),
            );
    const check: LedgerCheck = {
      entries: links.reduce((sum, { link }) => sum + link.entries, 0),
      balance,
      brokenAt:
        links.find(({ link }) => link.brokenAt !== null)?.link.brokenAt ??
        lost[0]?.next.id ??
        (await findRewritten(ask, organizationID)) ??
        null,
      isBalanceKept: kept.balance === balance,
      areHoldsKept: kept.held === kept.open,
      wrongTransaction: wrong ?? null,
      awaited,
    };
    return { check, links };
  });
  if (isWhole(check)) {
    // A full disk does not fail the check, which only reads: the next check starts at the same
    // position.
    guarded(deps.log, "the checkpoints of the ledger check could not be stored", () =>
      noteChecked(deps, links),
    );
  }
  return check;
}

type FollowedChain = {
  readonly chain: Chain;
  readonly link: Link;
  readonly checked: ChainWithGap["checked"];
};

function gapsOf(links: readonly FollowedChain[]): ChainWithGap[] {
  return links.flatMap(({ link, checked }) =>
    link.gap === null
      ? []
      : [
          {
            before: link.gap.before.n,
            next: link.gap.next,
            missing: link.claimed - link.balance,
            checked,
          },
        ],
  );
}

function noteChecked(
  deps: Pick<OrganizationDeps, "db" | "now">,
  links: readonly FollowedChain[],
): void {
  for (const { chain, link } of links) {
    const { n, balance, hash } = link.gap?.before ?? link;
    checks.writeCheckpoint(deps.db, { ...chain, n, balance, hash, now: deps.now() });
  }
}

/**
 * Returns whether a check found no fault in the chain, the balance, the holds and the transactions.
 */
export function isWhole(check: LedgerCheck): boolean {
  return (
    check.brokenAt === null &&
    check.isBalanceKept &&
    check.areHoldsKept &&
    check.wrongTransaction === null
  );
}

/**
 * Returns whether this station writes the chain itself; a missing entry of such a chain can no
 * longer arrive.
 */
function isOwn(db: Pick<Db, "stationID" | "incarnation">, chain: Chain): boolean {
  return chain.stationID === db.stationID && chain.incarnation === db.incarnation;
}

async function followBeside(
  ask: Ask,
  { chain, from, isOwn }: { chain: Chain; from: "start" | "checkpoint"; isOwn: boolean },
): Promise<{ link: Link; checked: ChainWithGap["checked"] }> {
  const checkpoint = await checks.findCheckpoint(ask, chain);
  const checked =
    checkpoint === undefined ? undefined : { to: checkpoint.n, at: checkpoint.checkedAt };
  let link =
    checkpoint === undefined || from === "start"
      ? START
      : {
          ...START,
          n: checkpoint.n,
          hash: checkpoint.hash,
          balance: checkpoint.chainBalanceMinor,
          claimed: checkpoint.chainBalanceMinor,
        };
  for (;;) {
    const rows = await store.listEntriesAfter(ask, chain, link.n, CHUNK);
    for (const row of rows) link = follow(link, row, isOwn);
    if (rows.length < CHUNK) return { link, checked };
  }
}

async function wrongSince(
  ask: Ask,
  by: checks.Judging,
  chains: readonly (Chain & { after: number })[],
): Promise<string | undefined> {
  for (const chain of chains) {
    const wrong = await checks.findWrongTransactionSince(ask, chain, by);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function follow(link: Link, { hash, balanceMinor: _, ...row }: EntryRow, isOwn: boolean): Link {
  const gap =
    link.gap ??
    (!isOwn && link.brokenAt === null && row.n > link.n + 1
      ? { before: link, next: { id: row.id, createdAt: row.createdAt } }
      : null);
  const balance = link.balance + row.amountMinor;
  const follows =
    row.n === link.n + 1 &&
    row.prevHash === link.hash &&
    (gap !== null || row.chainBalanceMinor === balance);
  const fits =
    link.brokenAt === null &&
    hashEntry(row) === hash &&
    (follows || (gap !== null && row.n > link.n + 1));
  return {
    n: row.n,
    hash,
    balance,
    claimed: row.chainBalanceMinor,
    entries: link.entries + 1,
    brokenAt: fits ? null : (link.brokenAt ?? row.id),
    gap,
  };
}
