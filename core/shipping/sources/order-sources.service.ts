/** Manages the sources of orders: their columns, and the papers that they demand. */
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { namesOf } from "../../base/objects.ts";
import { fold } from "../../base/text.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import type { Actor } from "../../http/actor.ts";
import { isLead, requireLead } from "../../http/lead-act.ts";
import { isOrderColumn } from "./order-columns.schema.ts";
import { USUAL_SOURCE, type FileSource } from "./file-source.ts";
import { orderSourceID, sourceIdentifierOf } from "./order-source-id.ts";
import {
  DEFAULT_SOURCE,
  SOURCE_DEMANDS,
  type OrderSource,
  type OrderSourceInput,
  type SourceDemand,
} from "./order-sources.schema.ts";
import * as store from "./order-sources.store.ts";

/** The most sources of an organization: each order file is compared with all of them. */
const MOST_SOURCES = 100;

/**
 * Lists the sources: first the one of files with the usual headings, then kept ones by name, then
 * those from which orders came lately.
 */
export function listOrderSources(deps: ReadDeps, { organizationID }: Actor): OrderSource[] {
  const kept = store.listOrderSources(deps.db, organizationID).map(present);
  const known = new Set(kept.map(({ identifier }) => identifier));
  const seen = [DEFAULT_SOURCE, ...store.listSeenIdentifiers(deps.db, organizationID)]
    .filter((name) => {
      const identifier = sourceIdentifierOf(name);
      return !known.has(identifier) && known.add(identifier);
    })
    .map((name) => presentEmpty(organizationID, name));
  const isUsual = ({ identifier }: OrderSource): boolean => identifier === DEFAULT_SOURCE;
  const all = [...kept, ...seen];
  return [...all.filter(isUsual), ...all.filter((source) => !isUsual(source))];
}

/**
 * Adds a source, or changes the one with this name.
 *
 * @throws AppError E1085 when the usual source would get columns, or when there are too many
 * sources; E2242, E1055
 */
export function saveOrderSource(
  deps: WriteDeps,
  actor: Actor,
  input: OrderSourceInput,
): OrderSource {
  requireChanger(actor, input.demands === undefined ? "columns" : "other");
  return inTransaction(deps, () => {
    const { organizationID } = actor;
    const id = orderSourceID(organizationID, input.name);
    requireColumnsOf(input);
    const known = store.findOrderSource(deps.db, id);
    const before = known?.isActive === 1 ? known : EMPTY;
    const now = deps.now();
    const fields = {
      columns: input.columns === undefined ? before.columns : JSON.stringify(input.columns),
      demands: input.demands === undefined ? before.demands : demandsText(input.demands),
      isActive: 1,
    };
    if (known?.isActive !== 1) requireFewer(deps, organizationID);
    if (known === undefined)
      store.insertOrderSource(deps.db, {
        id,
        organizationID,
        createdAt: now,
        updatedAt: now,
        name: input.name,
        ...fields,
      });
    // Only what differs, so that columns saved here do not undo demands saved at another station.
    else store.updateOrderSource(deps.db, id, { ...differing(fields, known), updatedAt: now });
    noteChanged(deps, actor);
    return getSource(deps, actor, id);
  });
}

type Fields = Pick<store.OrderSourceRow, "columns" | "demands" | "isActive">;

function differing(fields: Fields, known: Fields): Partial<Fields> {
  const names = namesOf(fields).filter((name) => fields[name] !== known[name]);
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

const EMPTY = { columns: "{}", demands: "[]" };

/**
 * Removes a source. Its orders keep their identifier; its files are no longer recognized.
 *
 * @param source Name or id.
 * @throws AppError E2290, E1055
 */
export function deleteOrderSource(deps: WriteDeps, actor: Actor, source: string): OrderSource {
  requireChanger(actor, "other");
  return inTransaction(deps, () => {
    const { id, ...removed } = getSource(deps, actor, source);
    store.updateOrderSource(deps.db, id, { ...EMPTY, isActive: 0, updatedAt: deps.now() });
    noteChanged(deps, actor);
    return { id, ...removed };
  });
}

/**
 * Requires an owner or admin. A lead's badge allows a packer at the desk to keep the columns of a
 * file, and no other change.
 *
 * @throws AppError E2242 for a packer at the desk who keeps only columns, otherwise E1055.
 */
function requireChanger(actor: Actor, changed: "columns" | "other"): void {
  if (changed === "columns" && actor.signIn !== undefined) return requireLead(actor, "columns");
  if (!isLead(actor))
    throw errors.notAuthorised("Only an owner or admin may change the sources of orders.");
}

function requireColumnsOf({ name, columns = {} }: OrderSourceInput): void {
  if (sourceIdentifierOf(name) === DEFAULT_SOURCE && Object.keys(columns).length > 0)
    throw errors.badRequest(
      `The source ${DEFAULT_SOURCE} reads the usual headings. Give a source with other columns another name.`,
      { reason: "usualSource" },
    );
}

function requireFewer({ db }: ReadDeps, organizationID: string): void {
  if (store.listOrderSources(db, organizationID).length >= MOST_SOURCES)
    throw errors.badRequest(
      `There are ${MOST_SOURCES} sources already. Remove one that is not needed first.`,
      { reason: "manySources", most: MOST_SOURCES },
    );
}

/** Gets a kept source by its id or its name. @throws AppError E2290 */
function getSource({ db }: ReadDeps, { organizationID }: Actor, source: string): OrderSource {
  const row =
    store.findOrderSource(db, source) ??
    store.findOrderSource(db, orderSourceID(organizationID, source));
  if (row?.isActive !== 1 || row.organizationID !== organizationID)
    throw errors.orderSourceNotFound();
  return present(row);
}

/**
 * Lists the sources by which an order file can be read, each with columns.
 *
 * @param wanted Name or id of the only source that may be used.
 * @throws AppError E2290 for an unknown source.
 */
export function fileSources(
  deps: ReadDeps,
  actor: Actor,
  wanted: string | undefined,
): { readonly kept: readonly FileSource[]; readonly wanted?: FileSource } {
  if (wanted !== undefined) {
    if (fold(wanted) === DEFAULT_SOURCE) return { kept: [], wanted: USUAL_SOURCE };
    return { kept: [], wanted: toFileSource(getSource(deps, actor, wanted)) };
  }
  const kept = store.listOrderSources(deps.db, actor.organizationID).map(present);
  return { kept: kept.map(toFileSource) };
}

function toFileSource({ name, identifier, columns }: OrderSource): FileSource {
  return {
    name,
    identifier,
    columns: Object.fromEntries(
      Object.entries(columns).filter(([column]) => isOrderColumn(column)),
    ),
  };
}

/** Lists what orders with this identifier need before their labels are bought at the desk. */
export function demandsOf(
  { db }: ReadDeps,
  organizationID: string,
  sourceIdentifier: string,
): readonly SourceDemand[] {
  if (sourceIdentifier === "") return [];
  const row = store.findOrderSource(db, orderSourceID(organizationID, sourceIdentifier));
  return row?.isActive === 1 ? readDemands(row.demands) : [];
}

/** Sorts demands, each once. */
function demandsText(demands: readonly SourceDemand[]): string {
  return JSON.stringify(SOURCE_DEMANDS.filter((demand) => demands.includes(demand)));
}

const storedColumns = z.record(z.string(), z.string());
const storedDemands = z.array(z.string());

/** Reads stored demands, without those that only a newer version knows. */
function readDemands(stored: string): SourceDemand[] {
  const demands = storedDemands.parse(JSON.parse(stored));
  return SOURCE_DEMANDS.filter((demand) => demands.includes(demand));
}

function present(row: store.OrderSourceRow): OrderSource {
  return {
    id: row.id,
    name: row.name,
    identifier: sourceIdentifierOf(row.name),
    isKept: true,
    columns: storedColumns.parse(JSON.parse(row.columns)),
    demands: readDemands(row.demands),
  };
}

function presentEmpty(organizationID: string, name: string): OrderSource {
  return {
    id: orderSourceID(organizationID, name),
    name,
    identifier: sourceIdentifierOf(name),
    isKept: false,
    columns: {},
    demands: [],
  };
}

/** Records that sources have changed; needs an open transaction. */
export function noteChanged(deps: WriteDeps, { organizationID }: Pick<Actor, "organizationID">) {
  recordFact(deps, { topic: "ordersource.changed", organizationID, subjectID: organizationID });
}
