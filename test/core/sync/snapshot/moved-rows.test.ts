/**
 * Rows that came from another server of the interface. A station that gets them by a snapshot must
 * equal a station that gets them by the stream, in its rows and in all derived state.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ALL_TABLES } from "../../../../core/all-tables.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { makeSnapshot } from "../../../../core/db/snapshot/make-snapshot.ts";
import type { Actor } from "../../../../core/http/actor.ts";
import { createOrganizationWithOwner } from "../../../../core/organizations/organizations.service.ts";
import { marketplace } from "../../../../core/shipping/carriers/marketplace/adapter.ts";
import { openServerAccount } from "../../../../core/shipping/accounts/moved-accounts.ts";
import { KINDS } from "../../../../core/station/move-in/take-rows.ts";
import { insertMoveIn, type MoveInRow } from "../../../../core/station/move-in/move-in.store.ts";
import { unsent } from "../../../../core/shipping/carriers/carrier.ts";
import { ROUND_START, type Moving, type Taken } from "../../../../core/station/move-in/moving.ts";
import { mergeSnapshot } from "../../../../core/sync/snapshot/merge-snapshot.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import { looseStation, owner, type LooseStation } from "../../../helpers/loose-stations.ts";
import { fullStation } from "../../../helpers/moving-station.ts";
import { STATION_TABLES, SYNCED_TABLES } from "../../../helpers/tables.ts";
import { derivedState, OF_THE_WAY } from "./derived-state.ts";

function found({ deps }: LooseStation): Actor {
  const { organizationID, memberID } = createOrganizationWithOwner(
    deps,
    {
      name: "O",
      countryCode: "TR",
      taxOffice: "",
      taxNumber: "",
      phone: "",
      email: "",
      test: true,
    },
    { userID: deps.newId(), email: "a@ornek.test", name: "A" },
  );
  return owner(organizationID, memberID);
}

/** Begins a move at a station, without reading anything. */
function begin({ deps }: LooseStation, actor: Actor): Moving {
  return inTransaction(deps, () => {
    const accountID = openServerAccount(deps, actor, { url: "https://ornek.test", token: "t" });
    const now = deps.now();
    const move: MoveInRow = {
      accountID,
      organizationID: actor.organizationID,
      memberID: actor.memberID,
      createdAt: now,
      updatedAt: now,
      state: "RUNNING",
      round: 1,
      ...ROUND_START,
      problem: "",
      readAt: null,
    };
    insertMoveIn(deps.db, move);
    return {
      deps,
      move,
      accountID,
      accountName: "Pazar",
      actor,
      read: () => Promise.resolve(unsent("Nothing is read.")),
      fetched: new Map(),
      news: { shipmentID: "" },
      last: { place: "", hash: "" },
    };
  });
}

/** Takes all rows of another station, read at its API, and returns the outcome of each. */
async function takeAll(moving: Moving): Promise<Map<string, Taken[]>> {
  const from = await fullStation();
  const taken = new Map<string, Taken[]>();
  for (const kind of Object.values(KINDS)) {
    const { body } = await from.call<unknown[]>("GET", kind.path(1, 100));
    taken.set(
      kind.kind,
      body.data.map((row) => inTransaction(moving.deps, () => kind.take(moving, row))),
    );
  }
  return taken;
}

type Copies = {
  readonly taken: ReadonlyMap<string, readonly Taken[]>;
  readonly byStream: Record<string, readonly string[]>;
  readonly bySnapshot: Record<string, readonly string[]>;
};

async function bothWays(): Promise<Copies> {
  const [path, folder] = [join(temporaryFolder(), "packbench.db"), temporaryFolder()];
  const a = looseStation(0, [], path, [marketplace]);
  const actor = found(a);
  const base = looseStation(0, []);
  base.clock.nowMs = a.clock.nowMs;
  base.apply(a.outbox(0).map(({ stamped }) => stamped));
  const from =
    base.deps.db.sql<{ seq: number }>(`SELECT max(seq) AS seq FROM outbox`).get()?.seq ?? 0;
  const fromA = a.outbox(0).at(-1)?.seq ?? 0;
  const taken = await takeAll(begin(a, actor));
  const copy = (name: string): LooseStation => {
    const file = join(folder, name);
    writeFileSync(file, base.deps.db.raw.serialize());
    const station = looseStation(0, [], file);
    station.clock.nowMs = a.clock.nowMs + 1_000;
    return station;
  };
  const [byStream, bySnapshot] = [copy("stream.db"), copy("snapshot.db")];
  byStream.apply(a.outbox(fromA).map(({ stamped }) => stamped));
  const file = join(folder, "made.db");
  const { organizationID } = actor;
  makeSnapshot(
    { tables: ALL_TABLES, database: path, file, organizationID, now: a.deps.now() },
    () => true,
  );
  await mergeSnapshot(bySnapshot.deps, file);
  return {
    taken,
    byStream: derivedState(byStream, from),
    bySnapshot: derivedState(bySnapshot, from),
  };
}

/** A count of changes that waited for a row stays as zero at the station where they waited. */
const withoutZeros = (rows: readonly string[] = []): string[] =>
  rows.filter((row) => !row.includes('"n":0,"bytes":0'));

describe("an organization that has moved from another server", () => {
  let copies: Copies;
  beforeAll(async () => void (copies = await bothWays()));

  it("has brought its addresses, templates, members and shipments, bought and unbought", () => {
    const kinds = ["members", "senders", "recipients", "templates", "shipments"];
    const counts = kinds.map(
      (kind) => (copies.taken.get(kind) ?? []).filter(({ result }) => result !== "leftOut").length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(0);
    const shipments = copies.byStream["shipments"] ?? [];
    expect(shipments.filter((row) => row.includes("TRACKING_CODE_CREATED"))).not.toEqual([]);
    expect(shipments.filter((row) => row.includes("CANCELED"))).not.toEqual([]);
  });

  it.each([
    ...SYNCED_TABLES,
    ...STATION_TABLES.filter((table) => !OF_THE_WAY.has(table)),
    "searches",
    "facts",
  ])("is the same at another station by a snapshot as by the stream: %s", (table) => {
    expect(withoutZeros(copies.bySnapshot[table])).toEqual(withoutZeros(copies.byStream[table]));
  });
});
