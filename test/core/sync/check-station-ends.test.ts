import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createUser } from "@nats-io/nkeys";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../../core/db/change.ts";
import { makeSnapshot } from "../../../core/db/snapshot/make-snapshot.ts";
import { endID, findEnd, writeEnd } from "../../../core/db/station-ends.ts";
import { HUB_FOUNDER, writeMeta } from "../../../core/db/station-meta.ts";
import { readRosterEntry, signRosterEntry } from "../../../core/sync/hub-roster.ts";
import { createEndCheck, withEnds } from "../../../core/sync/check-station-ends.ts";
import { mergeSnapshot } from "../../../core/sync/snapshot/merge-snapshot.ts";
import { signerOf } from "../../../core/sync/stream/message-signature.ts";
import { folderOnDisk } from "../../helpers/folders.ts";
import { longestTurn } from "../../helpers/longest-turn.ts";
import { looseStation } from "../../helpers/loose-stations.ts";
import { ALL_TABLES } from "../../../core/all-tables.ts";

const [hub, other] = [createUser(), createUser()];
const seedOf = (key: typeof hub): string => new TextDecoder().decode(key.getSeed());
const [GONE, ANOTHER] = [
  "0192f0a0-0000-7000-8000-000000000001",
  "0192f0a0-0000-7000-8000-000000000002",
];
const AT = "2026-01-02T03:04:05.000Z";
const entry = {
  id: GONE,
  name: "Gone",
  boxPublicKey: "box",
  enrolledAt: AT,
  revokedAt: AT,
  ended: { incarnation: 2, lastNumber: 7 },
};
const proof = signRosterEntry(entry, seedOf(hub));
const row = {
  organization_id: "o",
  created_at: AT,
  station_id: GONE,
  incarnation: 2,
  last_number: 7,
  proof,
};
const id = endID({ stationID: GONE, incarnation: 2 });

describe("the end of a station", () => {
  it("an end from any station is valid only with the hub's signature of its values", () => {
    const counts = createEndCheck(looseStation().deps.db, hub.getPublicKey());
    expect([counts(id, row, "any"), counts(id, row, "other")]).toEqual([true, true]);
    const forged = {
      "another incarnation": [
        endID({ stationID: GONE, incarnation: 3 }),
        { ...row, incarnation: 3 },
      ],
      "another number": [id, { ...row, last_number: 0 }],
      "another station": [
        endID({ stationID: ANOTHER, incarnation: 2 }),
        { ...row, station_id: ANOTHER },
      ],
      "another id": ["x", row],
      "a number that is text": [id, { ...row, last_number: "7" }],
      "one field alone": [id, { last_number: 0 }],
      "no proof": [id, { ...row, proof: null }],
      "another hub's proof": [id, { ...row, proof: signRosterEntry(entry, seedOf(other)) }],
      "proof of a station that is not revoked": [
        id,
        { ...row, proof: signRosterEntry({ ...entry, revokedAt: null }, seedOf(hub)) },
      ],
      "proof without the number of the station's last change": [
        id,
        { ...row, proof: signRosterEntry({ ...entry, ended: undefined }, seedOf(hub)) },
      ],
      "a megabyte": [id, { ...row, proof: "x".repeat(1024 * 1024) }],
      "deep nesting": [id, { ...row, proof: "[".repeat(5_000) }],
    } as const;
    expect(
      Object.entries(forged)
        .filter(([, [one, fields]]) => counts(one, fields, GONE))
        .map(([what]) => what),
    ).toEqual([]);
  });

  it("an end at an organization's own server is valid only from the founding station", () => {
    const { deps } = looseStation();
    const counts = createEndCheck(deps.db, "");
    expect(counts(id, row, "founder")).toBe(false);
    writeMeta(deps.db, HUB_FOUNDER, "founder");
    expect(
      ["founder", "other", GONE, ""].map((from) => counts(id, { ...row, proof: "" }, from)),
    ).toEqual([true, false, false, false]);
  });

  it("an entry of the hub's list is read with its end, without an end that the hub did not state, and not at all without the hub's key", () => {
    expect(readRosterEntry(proof, hub.getPublicKey())).toEqual({ ...entry, signed: proof });
    const { ended: _, ...earlier } = entry;
    expect(
      readRosterEntry(signRosterEntry(earlier, seedOf(hub)), hub.getPublicKey())?.ended,
    ).toBeUndefined();
    expect(readRosterEntry(proof, "")).toBeUndefined();
  });

  it("a snapshot brings valid ends, and loses only its invalid ends", async () => {
    const folder = folderOnDisk();
    const [path, file] = [join(folder, "packbench.db"), join(folder, "snapshot.db")];
    const maker = looseStation(0, [], path);
    inTransaction(maker.deps, () => {
      writeEnd(
        maker.deps.db,
        { organizationID: "o", stationID: GONE, incarnation: 2, lastNumber: 7, proof },
        AT,
      );
      writeEnd(
        maker.deps.db,
        { organizationID: "o", stationID: ANOTHER, incarnation: 1, lastNumber: 0, proof },
        AT,
      );
    });
    makeSnapshot(
      { tables: ALL_TABLES, database: path, file, organizationID: "o", now: AT },
      () => true,
    );
    const { deps } = looseStation();
    await mergeSnapshot(
      deps,
      file,
      undefined,
      withEnds(() => () => false, deps.db, hub.getPublicKey())(),
    );
    expect([findEnd(deps.db, GONE), findEnd(deps.db, ANOTHER)]).toEqual([
      { incarnation: 2, lastNumber: 7, createdAt: AT },
      undefined,
    ]);
    const raw = new BetterSqlite3(file, { readonly: true });
    expect(raw.prepare("SELECT count(*) FROM station_ends").pluck().get()).toBe(1);
    raw.close();
  });

  it("a merge of a snapshot with a thousand valid ends lets other work run while it checks them", async () => {
    const folder = folderOnDisk();
    const [path, file] = [join(folder, "packbench.db"), join(folder, "snapshot.db")];
    const maker = looseStation(0, [], path);
    // Signs as `signRosterEntry`, which takes a minute for so many entries.
    const sign = signerOf(seedOf(hub));
    inTransaction(maker.deps, () => {
      for (let lastNumber = 0; lastNumber < 1_000; lastNumber += 1) {
        const stationID = randomUUID();
        const ended = { incarnation: 1, lastNumber };
        const text = JSON.stringify({ ...entry, id: stationID, ended });
        const signed = JSON.stringify({ text, signature: sign(`packbench roster\n${text}`) });
        writeEnd(maker.deps.db, { organizationID: "o", stationID, ...ended, proof: signed }, AT);
      }
    });
    makeSnapshot(
      { tables: ALL_TABLES, database: path, file, organizationID: "o", now: AT },
      () => true,
    );
    const { deps } = looseStation();
    const isInvalid = withEnds(() => () => false, deps.db, hub.getPublicKey())();
    const { longestMs } = await longestTurn(() => mergeSnapshot(deps, file, undefined, isInvalid));
    expect(deps.db.sql("SELECT count(*) AS n FROM station_ends").get()).toEqual({ n: 1_000 });
    expect(longestMs).toBeLessThan(50);
  });
});
