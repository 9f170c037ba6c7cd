/**
 * Faults in money, ledger, sync and print journal that the tests must find. Each fault is one
 * change of the product's code.
 */

export type Mutant = {
  /** The fault as a person would report it. */
  readonly fault: string;
  readonly file: string;
  /** Code that occurs once in the file. Differences in blanks and line ends are ignored. */
  readonly find: string;
  readonly replace: string;
  /** Folders or files with the tests that must find the fault. */
  readonly tests: readonly string[];
};

const LEDGER = ["test/core/organizations/ledger/"];
const BUYING = ["test/core/fulfilment/transactions/"];
const MERGING = ["test/core/sync/apply-remote.test.ts", "test/core/db/"];
const PRINTING = ["test/core/printing/"];

export const MUTANTS: readonly Mutant[] = [
  {
    fault: "VAT is not rounded up",
    file: "core/base/money.ts",
    find: "return (numerator + denominator - 1n) / denominator;",
    replace: "return numerator / denominator;",
    tests: ["test/core/base/money.test.ts"],
  },
  {
    fault: "VAT is computed from the net amount only",
    file: "core/base/money.ts",
    find: "ceilDiv(beforeVat * vat, MILLION * MILLION)",
    replace: "ceilDiv(BigInt(amount) * MILLION * vat, MILLION * MILLION)",
    tests: ["test/core/base/money.test.ts"],
  },
  {
    fault: "an amount with three decimals is cut off instead of rounded",
    file: "core/base/money.ts",
    find: '(fraction[2] ?? "0") >= "5" ? 1 : 0',
    replace: '(fraction[2] ?? "0") > "9" ? 1 : 0',
    tests: ["test/core/base/money.test.ts"],
  },
  {
    fault: "the sign of small amounts is lost",
    file: "core/base/money.ts",
    find: 'value < 0 ? "-" : ""',
    replace: 'value < -99 ? "-" : ""',
    tests: ["test/core/base/money.test.ts"],
  },

  {
    fault: "money that is held can be spent",
    file: "core/organizations/ledger/ledger.service.ts",
    find: "const available = balanceMinor - heldMinor; if (available >= amount) return;",
    replace: "const available = balanceMinor; if (available >= amount) return;",
    tests: [...BUYING, ...LEDGER],
  },
  {
    fault: "a released hold is added again instead of removed",
    file: "core/organizations/ledger/ledger.service.ts",
    find: "changeHeld(deps.db, organizationID, -amount);",
    replace: "changeHeld(deps.db, organizationID, amount);",
    tests: [...BUYING, ...LEDGER],
  },
  {
    fault: "a ledger entry has no link to the previous entry",
    file: "core/organizations/ledger/ledger.service.ts",
    find: "prevHash: head.chainHash,",
    replace: 'prevHash: "",',
    tests: LEDGER,
  },
  {
    fault: "the hash of a ledger entry does not cover its amount",
    file: "core/organizations/ledger/ledger.service.ts",
    find: "row.kind, row.amountMinor, row.chainBalanceMinor,",
    replace: "row.kind, row.chainBalanceMinor,",
    tests: LEDGER,
  },
  {
    fault: "the balance of a ledger chain does not include its newest entry",
    file: "core/organizations/ledger/ledger.service.ts",
    find: "chainBalanceMinor: head.chainBalanceMinor + entry.amount,",
    replace: "chainBalanceMinor: head.chainBalanceMinor,",
    tests: LEDGER,
  },
  {
    fault: "nothing is refunded, because a refund has the sign of the purchase",
    file: "core/organizations/ledger/ledger.service.ts",
    find: "return minor(Math.max(0, -(first?.amountMinor ?? 0)));",
    replace: "return minor(Math.max(0, first?.amountMinor ?? 0));",
    tests: BUYING,
  },
  {
    fault: "a balance too large for exact integers is accepted",
    file: "core/organizations/ledger/ledger.service.ts",
    find: "if (!Number.isSafeInteger(balance))",
    replace: "if (Number.isNaN(balance))",
    tests: LEDGER,
  },
  {
    fault: "the check of the ledger does not find a changed entry",
    file: "core/organizations/ledger/check-ledger.ts",
    find: "link.brokenAt === null && hashEntry(row) === hash &&",
    replace: "link.brokenAt === null &&",
    tests: LEDGER,
  },
  {
    fault: "the check of the ledger does not find a wrong balance",
    file: "core/organizations/ledger/check-ledger.ts",
    find: "isBalanceKept: kept.balance === balance,",
    replace: "isBalanceKept: true,",
    tests: LEDGER,
  },
  {
    fault: "the check of the ledger does not find wrong holds",
    file: "core/organizations/ledger/check-ledger.ts",
    find: "areHoldsKept: kept.held === kept.open,",
    replace: "areHoldsKept: true,",
    tests: ["test/core/station/beside.test.ts"],
  },

  {
    fault: "a shipment is bought twice",
    file: "core/fulfilment/transactions/buy-offer.ts",
    find: 'requireOnce(deps.db, { kind: "purchase", key: shipment.columns.id, taken: () => errors.alreadyBought() });',
    replace: "",
    tests: BUYING,
  },
  {
    fault: "two parcels get one barcode",
    file: "core/db/done-once.ts",
    find: "if (changes === 0) throw taken();",
    replace: "",
    tests: [...BUYING, "test/core/db/"],
  },
  {
    fault: "a purchase on the organization's own carrier account is paid from the balance",
    file: "core/shipping/offers/offers.service.ts",
    find: 'onAccount === true ? "account"',
    replace: 'onAccount === 1 ? "account"',
    tests: [...BUYING, "test/core/shipping/accounts/"],
  },
  {
    fault: "a purchase at a remote carrier holds no money",
    file: "core/fulfilment/transactions/buy-offer.ts",
    find: "if (row.onAccount === PAID_BY.balance) holdFunds(",
    replace: "if (row.onAccount === PAID_BY.account) holdFunds(",
    tests: BUYING,
  },
  {
    fault: "a refused purchase does not release its hold on the balance",
    file: "core/fulfilment/transactions/settle-purchase.ts",
    find: "discardUnbought(deps, offer); if (row.onAccount === PAID_BY.balance) releaseFunds(deps, row.organizationID, minor(row.totalMinor));",
    replace: "discardUnbought(deps, offer);",
    tests: BUYING,
  },
  {
    fault: "a refused purchase cannot be tried again",
    file: "core/fulfilment/transactions/settle-purchase.ts",
    find: 'freeOnce(deps.db, "purchase", row.shipmentID);',
    replace: "",
    tests: BUYING,
  },
  {
    fault: "an answer changes a purchase that has ended",
    file: "core/fulfilment/transactions/settle-purchase.ts",
    find: 'if (row.status !== "PENDING") return;',
    replace: "",
    tests: BUYING,
  },
  {
    fault: "a cancellation with an unknown outcome counts as refused",
    file: "core/fulfilment/transactions/cancel-job.ts",
    find: 'asked.outcome === "refused" && mayBeCancelled && !canceller.isRefusalFinal',
    replace: 'asked.outcome === "done" && mayBeCancelled && !canceller.isRefusalFinal',
    tests: ["test/carriers/unknown-then-refused.test.ts"],
  },

  {
    fault: "the pool grants more than it has",
    file: "core/sync/leases/money-pool.ts",
    find: "Math.max(0, Math.min(poolOf(healed), granted - known.g))",
    replace: "Math.max(0, granted - known.g)",
    tests: ["test/core/sync/leases/"],
  },
  {
    fault: "unspent money of a revoked station is lost",
    file: "core/sync/leases/money-pool.ts",
    find: "dead === true ? settled : r - g",
    replace: "dead === true ? 0 : r - g",
    tests: ["test/core/sync/leases/"],
  },
  {
    fault: "an older copy of the pool undoes a grant",
    file: "core/sync/leases/money-pool.ts",
    find: "g: Math.max(a.g, b.g), r: Math.max(a.r, b.r)",
    replace: "g: Math.min(a.g, b.g), r: Math.max(a.r, b.r)",
    tests: ["test/core/sync/leases/"],
  },
  {
    fault: "a leased number is used twice",
    file: "core/db/number-blocks.ts",
    find: "next: row.n + 1, range",
    replace: "next: row.n, range",
    tests: ["test/core/sync/leases/", "test/core/db/"],
  },
  {
    fault:
      "the station's own number range continues inside a leased block, so numbers are used twice",
    file: "core/db/number-blocks.ts",
    find: "VALUES (:range, :last + 1)",
    replace: "VALUES (:range, :first)",
    tests: ["test/core/sync/leases/", "test/core/db/"],
  },

  {
    fault: "the earlier of two writers wins",
    file: "core/db/merge-fields.ts",
    find: "divide(byClock, (field) => db.stamps.isAfter(stamp, stampOf(clocks, field) ?? base))",
    replace:
      "divide(byClock, (field) => !db.stamps.isAfter(stamp, stampOf(clocks, field) ?? base))",
    tests: MERGING,
  },
  {
    fault: "a change whose row has not arrived yet is lost",
    file: "core/db/apply-remote.ts",
    find: "if (isInsert !== 1) return park(db, row, written, false);",
    replace: "if (isInsert !== 1) return;",
    tests: MERGING,
  },
  {
    fault: "of two inserts with the same derived id, the later one wins",
    file: "core/db/apply-remote.ts",
    find: "if (known === undefined || !db.stamps.isAfter(known, stamp)) return;",
    replace: "if (known === undefined || db.stamps.isAfter(known, stamp)) return;",
    tests: [...MERGING, "test/core/sync/"],
  },
  {
    fault: "two stamps of the same instant have no order",
    file: "core/db/stamps.ts",
    find: "timeA === timeB ? nameOf(a) > nameOf(b) : timeA > timeB",
    replace: "timeA > timeB",
    tests: MERGING,
  },
  {
    fault: "the clock follows a received stamp that is far ahead",
    file: "core/db/hlc.ts",
    find: "if (!(seen.ms <= limitMs(nowMs))) throw",
    replace: "if (seen.ms < 0) throw",
    tests: ["test/core/db/", "test/core/sync/apply-remote.test.ts"],
  },
  {
    fault: "the clock goes back after a received stamp",
    file: "core/db/hlc.ts",
    find: "if (seen.ms > ms || (seen.ms === ms && seen.counter > counter)) ({ ms, counter } = seen);",
    replace: "",
    tests: ["test/core/db/", "test/core/sync/apply-remote.test.ts"],
  },
  {
    fault: "a write of one field removes the clocks of the row's other fields",
    file: "core/db/row-clocks.ts",
    find: "const kept = names.filter((name) => !fields.includes(name));",
    replace: "const kept: string[] = []; void names;",
    tests: MERGING,
  },
  {
    fault: "a forged message is applied",
    file: "core/sync/stream/message-signature.ts",
    find: "if (await verifyAsync(bytes, key, given)) return true;",
    replace: "if (await verifyAsync(bytes, key, given) || true) return true;",
    tests: ["test/core/sync/stream/"],
  },

  {
    fault: "a print whose outcome is unknown is sent again",
    file: "core/printing/send-job.ts",
    find: 'return { kind: "unknown", why, words };',
    replace: 'return { kind: "waiting", why, words, waitMs: 0 };',
    tests: PRINTING,
  },
  {
    fault: "a cancelled label is printed",
    file: "core/printing/send-job.ts",
    find: "if (isCancelled(deps, job)) {",
    replace: "if (isCancelled(deps, job) && job.copies > 99) {",
    tests: PRINTING,
  },
  {
    fault: "a print job is sent after it has expired",
    file: "core/printing/send-job.ts",
    find: "expiresAt !== null && expiresAt <= now",
    replace: "expiresAt !== null && expiresAt > now",
    tests: PRINTING,
  },
  {
    fault: "a label overtakes a label that the printer refused",
    file: "core/printing/printer-queue.ts",
    find: "rejected !== undefined && rejected.id < job.id",
    replace: "rejected !== undefined && rejected.id > job.id",
    tests: PRINTING,
  },
  {
    fault: "the journal does not record the outcome of an attempt",
    file: "core/printing/send-job.ts",
    find: 'outcome: outcome.kind === "printed" ? outcome.state : OUTCOMES[outcome.kind],',
    replace: 'outcome: "SENDING",',
    tests: PRINTING,
  },
];

/**
 * Finds the place of a mutant's code. The result is empty when the code does not occur exactly
 * once. Blanks, trailing commas and line ends, which the formatter chooses, make no difference.
 */
export function placesOf(code: string, find: string): RegExpExecArray[] {
  const tokens = find.match(/\w+|[^\s\w]/g) ?? [];
  const patterns = tokens.map((token) => {
    const quoted = token.replace(/[^\w]/, String.raw`\$&`);
    return /[)\]}]/.test(token) ? String.raw`,?\s*${quoted}` : quoted;
  });
  const found = [...code.matchAll(new RegExp(patterns.join(String.raw`\s*`), "g"))];
  return found.length === 1 ? found : [];
}
