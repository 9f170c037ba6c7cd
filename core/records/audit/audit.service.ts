/**
 * Writes, reads and prunes the audit log: who did what at this station. Entries name members and
 * subjects by their ids, and hold no data of recipients.
 */
import { csvStream } from "../../base/csv.ts";
import { errors } from "../../base/errors.ts";
import { earliestIdAt } from "../../base/ids.ts";
import { instantsOfDays } from "../../base/turkish-day.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { RecordsDeps } from "../deps.ts";
import type { Bytes } from "../../http/route.ts";
import { listAllOrganizationIDs } from "../../organizations/organizations.service.ts";
import { readRules } from "../privacy/privacy.service.ts";
import { AUDIT_ACTS, AUDIT_KINDS } from "../../http/audited.schema.ts";
import type { Note } from "../../http/watch-acts.ts";
import type { AuditEntry, AuditFilter, AuditPage, AuditQuery } from "./audit.schema.ts";
import * as store from "./audit.store.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Texts that sort before and after every id. */
const [FIRST, LAST] = ["", "g"];
const FILE_PAGE = 200;

/**
 * Writes entries; works inside and outside a transaction.
 *
 * @returns The entries' ids.
 * @throws AppError E2036 on a full disk.
 */
export function noteActs(deps: WriteDeps, notes: readonly Note[]): string[] {
  const entries = notes.map(({ organizationID, memberID, tokenID, approvedBy = "", ...note }) => ({
    id: deps.newId(),
    at: note.at,
    organizationID,
    memberID,
    tokenID,
    kind: note.kind,
    act: [note.act, note.operation, ...(note.amount === undefined ? [] : [note.amount])].join(" "),
    subjectID: note.subjectID,
    approvedBy,
  }));
  if (entries.length > 0) inTransaction(deps, () => store.insertEntries(deps.db, entries));
  return entries.map(({ id }) => id);
}

/** Deletes the entry of an act that the same transaction has undone. */
export function dropAct(deps: ReadDeps, id: string): void {
  store.deleteEntry(deps.db, id);
}

/** Makes the entry of an act of the station itself, without a member or program. */
export function stationAct(
  organizationID: string,
  act: Pick<Note, "kind" | "act" | "operation" | "subjectID" | "at">,
): Note {
  return { organizationID, memberID: "", tokenID: "", ...act };
}

/**
 * Reads one page of entries, newest first.
 *
 * @throws AppError E1085 for an invalid day.
 */
export async function listAudit(
  deps: Pick<RecordsDeps, "reader">,
  actor: Actor,
  { before, limit, ...filter }: AuditQuery,
): Promise<AuditPage> {
  const rows = await store.listEntries(
    deps.reader,
    earlier(filterOf(actor, filter), before ?? LAST, limit),
  );
  return { list: rows.map(present), next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

/**
 * Exports all matching entries as CSV.
 *
 * @throws AppError E1085 for an invalid day.
 */
export function exportAudit(
  deps: Pick<RecordsDeps, "reader">,
  actor: Actor,
  filter: AuditFilter,
): Bytes {
  const of = filterOf(actor, filter);
  async function* lines(): AsyncGenerator<readonly (readonly string[])[]> {
    yield [
      ["at", "member", "token", "kind", "act", "operation", "subject", "amount", "approved by"],
    ];
    for (let before = LAST; ;) {
      const rows = await store.listEntries(deps.reader, earlier(of, before, FILE_PAGE));
      yield rows
        .map(present)
        .map((e) => [
          e.at,
          e.memberName === "" ? e.memberID : e.memberName,
          e.tokenName,
          e.kind,
          e.act,
          e.operation,
          e.subjectID,
          e.amount,
          e.approverName === "" ? e.approvedBy : e.approverName,
        ]);
      before = rows.at(-1)?.id ?? FIRST;
      if (rows.length < FILE_PAGE) return;
    }
  }
  return {
    bytes: csvStream(lines(), "en"),
    type: "text/csv; charset=utf-8",
    fileName: "audit.csv",
  };
}

/**
 * Deletes entries that are older than their organization's rule allows.
 * @returns The number of deleted entries; fewer than `atMost` when no older entry is left.
 */
export function pruneAudit(deps: WriteDeps, atMost: number): number {
  return inTransaction(deps, () => {
    let left = atMost;
    for (const organizationID of listAllOrganizationIDs(deps)) {
      const before = earliestIdAt(
        Date.parse(deps.now()) - readRules(deps, organizationID).auditDays * DAY_MS,
      );
      if (left > 0) left -= store.deleteBefore(deps.db, { organizationID, before, atMost: left });
    }
    return atMost - left;
  });
}

type Filter = Omit<store.EntryFilter, "limit">;

/**
 * Makes the store's filter: entries from the id `from` (inclusive) to the id `before` (exclusive).
 */
function filterOf({ organizationID }: Actor, { memberID, kind, day }: AuditFilter): Filter {
  if (day !== "" && (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))))
    throw errors.badRequest("day: must be a day as in 2026-11-21.");
  const { from, to } = day === "" ? { from: FIRST, to: LAST } : instantsOfDays(day, 1);
  return {
    organizationID,
    memberID,
    kind,
    from: day === "" ? from : earliestIdAt(Date.parse(from)),
    before: day === "" ? to : earliestIdAt(Date.parse(to)),
  };
}

/** Narrows a filter to the entries before an id. */
function earlier(filter: Filter, before: string, limit: number): store.EntryFilter {
  return { ...filter, before: before < filter.before ? before : filter.before, limit };
}

function present(row: store.EntryRow): AuditEntry {
  const [act = "", operation = "", amount = ""] = row.act.split(" ");
  return {
    id: row.id,
    at: row.at,
    kind: AUDIT_KINDS.find((kind) => kind === row.kind) ?? "data",
    act: AUDIT_ACTS.find((one) => one === act) ?? "asked",
    operation,
    memberID: row.memberID,
    memberName: row.memberName,
    approvedBy: row.approvedBy,
    approverName: row.approverName,
    tokenName: row.tokenName,
    subjectID: row.subjectID,
    orderNumber: row.orderNumber ?? "",
    amount,
  };
}
