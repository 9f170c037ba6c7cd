/**
 * A station's next change is later than every known change of others, even after a snapshot and
 * after its clock was set back; otherwise the change would count only here.
 */
import { join } from "node:path";
import { expect, it } from "vitest";
import { inTransaction, insertRow, updateRow } from "../../../../core/db/change.ts";
import { MAX_SKEW_MS, msOf } from "../../../../core/db/hlc.ts";
import { restampAhead } from "../../../../core/db/restamp.ts";
import { restampAll } from "../../../../core/db/restamp-all.ts";
import { makeSnapshot } from "../../../../core/db/snapshot/make-snapshot.ts";
import { mergeSnapshot } from "../../../../core/sync/snapshot/merge-snapshot.ts";
import { folderOnDisk } from "../../../helpers/folders.ts";
import { looseStation, type LooseStation } from "../../../helpers/loose-stations.ts";
import { TEMPLATE_ROW } from "../../../helpers/template-row.ts";
import { ALL_TABLES } from "../../../../core/all-tables.ts";

const FOUR_MINUTES = 240_000;
const TEMPLATE = {
  ...TEMPLATE_ROW,
  created_at: "",
  updated_at: "",
};

const add = ({ deps }: LooseStation, id: string): void =>
  inTransaction(deps, () => {
    insertRow(deps.db, "parcel_templates", { ...TEMPLATE, id, name: id });
  });
const rename = ({ deps }: LooseStation, id: string, name: string): void =>
  inTransaction(deps, () => void updateRow(deps.db, "parcel_templates", id, { name }));
const namesAt = ({ deps }: LooseStation): string[] =>
  deps.db
    .sql<{ name: string }>(`SELECT name FROM parcel_templates ORDER BY id`)
    .all()
    .map(({ name }) => name);
const written = (station: LooseStation) => station.outbox(0).map(({ stamped }) => stamped);

async function snapshotOf({ deps }: LooseStation, database: string): Promise<string> {
  const file = join(folderOnDisk(), "snapshot.db");
  makeSnapshot(
    { tables: ALL_TABLES, database, file, organizationID: "o", now: deps.now() },
    () => true,
  );
  return file;
}

it("a change counts at all stations if its row came by a snapshot of a desk that is four minutes ahead", async () => {
  const path = join(folderOnDisk(), "packbench.db");
  const ahead = looseStation(FOUR_MINUTES, [], path);
  const here = looseStation();
  add(ahead, "box");
  rename(ahead, "box", "by its own desk");
  await mergeSnapshot(here.deps, await snapshotOf(ahead, path));
  rename(here, "box", "here");
  ahead.apply(written(here));
  expect([namesAt(ahead), namesAt(here)]).toEqual([["here"], ["here"]]);
});

it("a change counts at all stations if it was made while this station's clock was six minutes ahead, or directly afterwards", () => {
  const [ahead, here] = [looseStation(FOUR_MINUTES), looseStation()];
  const nowMs = here.clock.nowMs + 1_000;
  add(ahead, "box");
  here.apply(written(ahead));
  here.clock.nowMs += 360_000;
  rename(here, "box", "meanwhile");
  here.clock.nowMs = nowMs;
  const isAhead = restampAhead(here.deps, { nowMs, maxAheadMs: MAX_SKEW_MS - 2_000, after: 0 });
  ahead.apply(written(here));
  const meanwhile = [namesAt(ahead), namesAt(here)];
  rename(here, "box", "next");
  ahead.apply(written(here));
  expect({ isAhead, meanwhile, next: [namesAt(ahead), namesAt(here)] }).toEqual({
    isAhead: true,
    meanwhile: [["meanwhile"], ["meanwhile"]],
    next: [["next"], ["next"]],
  });
});

it("the clock follows the hub's time after a restamp, and in another incarnation", () => {
  const { deps, clock } = looseStation();
  const { nowMs } = clock;
  const ahead = (): number => msOf(deps.db.clock.next(nowMs)) - nowMs;
  deps.db.clock.correct(60_000);
  deps.db.resetClock(deps.db.clock.next(0));
  const afterReset = ahead();
  deps.db.beginIncarnation(false);
  expect([afterReset, ahead()]).toEqual([60_000, 60_000]);
});

it("a change counts at all stations after a desk worked alone forty days ahead and its outbox was pruned", async () => {
  const path = join(folderOnDisk(), "packbench.db");
  const alone = looseStation(0, [], path);
  const other = looseStation();
  const { nowMs } = alone.clock;
  alone.clock.nowMs += 40 * 86_400_000;
  add(alone, "box");
  rename(alone, "box", "first");
  alone.deps.db.sql(`DELETE FROM outbox WHERE seq < (SELECT max(seq) FROM outbox)`).run();
  alone.clock.nowMs = nowMs;
  const limits = { nowMs, maxAheadMs: MAX_SKEW_MS };
  expect([restampAll(alone.deps, limits), restampAll(alone.deps, limits)]).toEqual([true, false]);
  await mergeSnapshot(other.deps, await snapshotOf(alone, path));
  rename(other, "box", "there");
  alone.apply(written(other));
  const first = [namesAt(alone), namesAt(other)];
  rename(alone, "box", "here");
  other.apply(written(alone));
  expect([first, namesAt(alone), namesAt(other)]).toEqual([
    [["there"], ["there"]],
    ["here"],
    ["here"],
  ]);
});
