import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTransaction, insertRow, updateRow } from "../../../core/db/change.ts";
import { writeEnd } from "../../../core/db/station-ends.ts";
import { packChanges } from "../../../core/db/packed-changes.ts";
import type { Deps } from "../../../core/deps.ts";
import { makeSnapshot } from "../../../core/db/snapshot/make-snapshot.ts";
import { mergeSnapshot } from "../../../core/sync/snapshot/merge-snapshot.ts";
import {
  readHead,
  subjectOf,
  toHeaders,
  type OutMessage,
} from "../../../core/sync/stream/stream-message.ts";
import { readPosition, writePosition } from "../../../core/db/stream-position.ts";
import { countQuarantined } from "../../../core/db/quarantine.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { bareNats, until, type BareNats } from "../../helpers/bare-nats.ts";
import {
  hashRows,
  NO_SERVICES,
  connectedStation,
  type ConnectedStation,
} from "../../helpers/connected-station.ts";
import { looseStation } from "../../helpers/loose-stations.ts";
import { messagesOf } from "../../bench/sync-work.ts";
import { TEMPLATE_ROW } from "../../helpers/template-row.ts";
import { ALL_TABLES } from "../../../core/all-tables.ts";

function addTemplate(deps: Deps, name: string): string {
  const id = deps.newId();
  inTransaction(deps, () =>
    insertRow(deps.db, "parcel_templates", {
      ...TEMPLATE_ROW,
      id,
      name,
      created_at: deps.now(),
      updated_at: deps.now(),
    }),
  );
  return id;
}

function names(deps: Deps): string[] {
  return deps.db
    .sql<{ name: string }>(`SELECT name FROM parcel_templates ORDER BY name`)
    .all()
    .map(({ name }) => name);
}

describe("stations that reach a hub", () => {
  let nats: BareNats;
  const open: ConnectedStation[] = [];
  beforeEach(async () => void (nats = await bareNats()));
  afterEach(async () => {
    await Promise.all(open.splice(0).map((station) => station.stop()));
    await nats.stop();
  });
  const station = (...args: [path?: string]): ConnectedStation => {
    const made = connectedStation(nats, ...args);
    open.push(made);
    return made;
  };
  const inStep = async (...stations: ConnectedStation[]): Promise<void> => {
    await until("all rows are the same", () =>
      stations.every(
        (s) =>
          s.connection.status().state === "in step" &&
          s.connection.status().waiting === 0 &&
          JSON.stringify(hashRows(s.deps.db)) ===
            JSON.stringify(hashRows(stations[0]?.deps.db ?? s.deps.db)),
      ),
    );
  };

  it("stations have each other's rows, and both changes when two stations changed different fields of one row", async () => {
    const [a, b, c] = [station(), station(), station()];
    const id = addTemplate(a.deps, "from a");
    addTemplate(b.deps, "from b");
    await inStep(a, b, c);
    expect(names(c.deps)).toEqual(["from a", "from b"]);
    inTransaction(a.deps, () => updateRow(a.deps.db, "parcel_templates", id, { name: "a again" }));
    inTransaction(b.deps, () => updateRow(b.deps.db, "parcel_templates", id, { weight: 7 }));
    await inStep(a, b, c);
    expect(c.deps.db.sql(`SELECT name, weight FROM parcel_templates WHERE id = ?`).get(id)).toEqual(
      { name: "a again", weight: 7 },
    );
  });

  it("stations keep working while the hub is killed, and are in step again when it is back", async () => {
    const [a, b] = [station(), station()];
    await inStep(a, b);
    await nats.kill9();
    await until("cut off is noticed", () => a.connection.status().state === "cut off");
    for (let i = 0; i < 700; i += 1) addTemplate(a.deps, `offline ${i}`);
    expect(a.connection.status()).toMatchObject({ state: "cut off", waiting: 700 });
    await nats.start();
    await inStep(a, b);
    await until("in step", () => [a, b].every((s) => s.connection.status().state === "in step"));
    expect(names(b.deps)).toHaveLength(700);
  });

  it("stations detect an unresponsive hub, and continue when it answers again", async () => {
    const [a, b] = [station(), station()];
    await inStep(a, b);
    nats.pause();
    addTemplate(a.deps, "into a black hole");
    await until(
      "both stations notice it",
      () => [a, b].every((s) => s.connection.status().state === "cut off"),
      20_000,
    );
    nats.resume();
    await inStep(a, b);
    expect(names(b.deps)).toContain("into a black hole");
  });

  it("the start of a session is repeated when the connection was lost and restored during it", async () => {
    let sessions = 0;
    const one = connectedStation(nats, ":memory:", {
      async beginSession({ nc }) {
        sessions += 1;
        if (sessions > 1) return NO_SERVICES;
        const back = (async () => {
          for await (const { type } of nc.status()) if (type === "reconnect") return;
        })();
        await nats.kill9();
        await nats.start();
        await back;
        return NO_SERVICES;
      },
    });
    open.push(one);
    await until(
      "the session was begun again",
      () => sessions === 2 && one.connection.status().state === "in step",
    );
  });

  it("a station soon stores its stream position even when nothing more arrives, because its snapshots state the position", async () => {
    const a = station();
    await inStep(a);
    addTemplate(a.deps, "the last one");
    await until("the stream position is stored", () => readPosition(a.deps.db).seq === 1, 5_000);
  });

  it("a station can be stopped while it is connecting", async () => {
    for (const ms of [0, 1, 5, 20]) {
      const { connection, deps } = connectedStation(nats);
      await sleep(ms);
      await connection.stop();
      deps.db.close();
    }
  });

  it("a station whose stream position was set back gets messages again, and they change nothing", async () => {
    const path = join(temporaryFolder(), "packbench.db");
    const a = station();
    const b = connectedStation(nats, path);
    for (const name of ["once", "twice", "three times"]) addTemplate(a.deps, name);
    await inStep(a, b);
    await b.connection.stop();
    writePosition(b.deps.db, { seq: 1, anchor: await anchorOf(nats, 1) });
    b.deps.db.close();
    const again = station(path);
    await inStep(a, again);
    await until(
      "the stream position is past the first message",
      () => readPosition(again.deps.db).seq > 1,
    );
  });

  it(
    "a station republishes its messages that only the hub has lost, even if its stream position is before them",
    { tags: "all" },
    async () => {
      const path = join(temporaryFolder(), "packbench.db");
      const first = connectedStation(nats, path);
      const b = station();
      addTemplate(first.deps, "kept");
      await inStep(first, b);
      await first.connection.stop();
      const place = readPosition(first.deps.db);
      await nats.kill9();
      cpSync(join(nats.folder, "js"), join(nats.folder, "copy"), { recursive: true });
      await nats.start();
      await until("b is back", () => b.connection.status().state === "in step");
      await b.stop();
      open.splice(open.indexOf(b), 1);
      first.deps.db.close();
      const second = connectedStation(nats, path);
      addTemplate(second.deps, "lost");
      await until(
        "published",
        () =>
          second.connection.status().state === "in step" &&
          second.connection.status().waiting === 0,
      );
      await second.connection.stop();
      writePosition(second.deps.db, place); // Simulates a crash.
      second.deps.db.close();
      await nats.kill9();
      rmSync(join(nats.folder, "js"), { recursive: true });
      cpSync(join(nats.folder, "copy"), join(nats.folder, "js"), { recursive: true });
      await nats.start();
      const third = station(path);
      const c = station();
      await inStep(third, c);
      expect(names(c.deps)).toEqual(["kept", "lost"]);
    },
  );

  it("a station gets every message of a restored hub, even if its last message has the same number there but other messages before it", async () => {
    const path = join(temporaryFolder(), "packbench.db");
    await nats.kill9();
    cpSync(join(nats.folder, "js"), join(nats.folder, "copy"), { recursive: true });
    await nats.start();
    const a = station();
    const b = connectedStation(nats, path);
    for (const name of ["one", "two"]) addTemplate(a.deps, name);
    await inStep(a, b);
    await b.stop();
    await a.connection.stop();
    await nats.kill9();
    rmSync(join(nats.folder, "js"), { recursive: true });
    cpSync(join(nats.folder, "copy"), join(nats.folder, "js"), { recursive: true });
    await nats.start();
    const { deps: c } = looseStation();
    addTemplate({ ...c, now: a.deps.now }, "three");
    const [one, two] = messagesOf(a.deps) as [OutMessage, OutMessage];
    const [three] = messagesOf(c) as [OutMessage];
    const connection = await nats.connect();
    for (const [from, message] of [
      [c, three],
      [a.deps, two],
      [a.deps, one],
    ] as const)
      await jetstream(connection).publish(subjectOf(from.db.stationID), message.body, {
        headers: toHeaders(message),
      });
    await connection.close();
    const again = station(path);
    await until("all templates are there", () => names(again.deps).length === 3);
    expect(names(again.deps)).toEqual(["one", "three", "two"]);
  });

  it("messages with a clock too far ahead, of a newer version, or in another station's name are quarantined, and the rest is applied", async () => {
    const [a, b] = [station(), station()];
    await inStep(a, b);
    const connection = await nats.connect();
    const body = packChanges([
      [
        "parcel_templates",
        "x",
        { ...TEMPLATE_ROW, name: "from the future", created_at: "", updated_at: "" },
        1,
      ],
    ]);
    const hlc = `${(Date.now() + 3_600_000).toString(16).padStart(12, "0")}0000-stranger.1`;
    const early = `${Date.now().toString(16).padStart(12, "0")}0000-stranger.1`;
    await jetstream(connection).publish("ev.stranger.commit", body, {
      headers: toHeaders({ id: "m1", seq: 1, hlc, body }),
    });
    const newer = toHeaders({ id: "m2", seq: 2, hlc: early, body });
    const forged = packChanges([
      [
        "parcel_templates",
        "y",
        { ...TEMPLATE_ROW, name: "in the name of another", created_at: "", updated_at: "" },
        1,
      ],
    ]);
    await jetstream(connection).publish("ev.stranger.commit", forged, {
      headers: toHeaders({
        id: "m3",
        seq: 3,
        hlc: `${early.slice(0, 16)}-${a.deps.db.stationID}.1`,
        body: forged,
      }),
    });
    newer.set("v", "2");
    await jetstream(connection).publish("ev.stranger.commit", body, { headers: newer });
    await connection.close();
    addTemplate(a.deps, "after both");
    await inStep(a, b);
    await until(
      "both stations have quarantined the messages",
      () => countQuarantined(b.deps.db).length === 3 && countQuarantined(a.deps.db).length === 3,
    );
    expect(
      countQuarantined(b.deps.db).map(({ stationID, reason, n }) => ({ stationID, reason, n })),
    ).toEqual(
      expect.arrayContaining([
        { stationID: "stranger", reason: "clock", n: 1 },
        { stationID: "stranger", reason: "newer version", n: 1 },
        { stationID: "stranger", reason: "foreign", n: 1 },
      ]),
    );
    expect(names(b.deps)).not.toContain("from the future");
    expect(names(b.deps)).not.toContain("in the name of another");
  });

  it("messages before a revoked station's end are applied, and later messages of that incarnation are quarantined, equally at each station", async () => {
    const [a, b] = [station(), station()];
    await inStep(a, b);
    const connection = await nats.connect();
    const publish = async (number: number, incarnation = 1): Promise<void> => {
      const body = packChanges([
        [
          "parcel_templates",
          `row ${number}`,
          { ...TEMPLATE_ROW, name: `row ${number}`, created_at: "", updated_at: "" },
          1,
        ],
      ]);
      const hlc = `${Date.now().toString(16).padStart(12, "0")}${String(number).padStart(4, "0")}-gone.${incarnation}`;
      await jetstream(connection).publish("ev.gone.commit", body, {
        headers: toHeaders({ id: `m${number}`, seq: number, hlc, body }),
      });
    };
    await publish(1);
    await publish(2);
    await inStep(a, b);
    inTransaction(a.deps, () =>
      writeEnd(
        a.deps.db,
        { organizationID: "o", stationID: "gone", incarnation: 1, lastNumber: 2 },
        a.deps.now(),
      ),
    );
    await inStep(a, b);
    await publish(3);
    await publish(4, 2); // The station is admitted again.
    await until("both stations have quarantined one message", () =>
      [a, b].every(
        (s) => countQuarantined(s.deps.db).length === 1 && names(s.deps).includes("row 4"),
      ),
    );
    expect(
      [a, b].map((s) => [
        countQuarantined(s.deps.db).map(({ reason, n }) => ({ reason, n })),
        names(s.deps),
      ]),
    ).toEqual(Array(2).fill([[{ reason: "revoked", n: 1 }], ["row 1", "row 2", "row 4"]]));
    await connection.close();
  });

  it("a station starts from a snapshot when the stream lacks messages it needs, but not from a snapshot that ends before the stream starts", async () => {
    const [pathA, pathB, older] = [
      join(temporaryFolder(), "packbench.db"),
      join(temporaryFolder(), "packbench.db"),
      join(temporaryFolder(), "packbench.db"),
    ];
    const a = station(pathA);
    const b = connectedStation(nats, pathB);
    await inStep(a, b);
    await b.stop();
    addTemplate(a.deps, "before the older snapshot");
    await until("applied", () => a.connection.status().waiting === 0);
    a.deps.db.raw.prepare("VACUUM INTO ?").run(older);
    for (let i = 0; i < 20; i += 1) addTemplate(a.deps, `while b was off ${i}`);
    await until("published", () => a.connection.status().waiting === 0);
    const connection = await nats.connect();
    await (await jetstreamManager(connection)).streams.purge("EV");
    await connection.close();
    addTemplate(a.deps, "after it was trimmed");
    let taken = 0;
    const back = connectedStation(nats, pathB, {
      async takeSnapshot() {
        taken += 1;
        const file = join(temporaryFolder(), "snapshot.db");
        makeSnapshot(
          {
            tables: ALL_TABLES,
            database: taken === 1 ? older : pathA,
            file,
            organizationID: "o",
            now: a.deps.now(),
          },
          () => true,
        );
        await mergeSnapshot(back.deps, file);
      },
    });
    open.push(back);
    await inStep(a, back);
    expect(names(back.deps)).toEqual(names(a.deps));
    expect(taken).toBeGreaterThan(1);
  });
});

async function anchorOf(nats: BareNats, seq: number): Promise<string> {
  const connection = await nats.connect();
  const message = await (await jetstreamManager(connection)).streams.getMessage("EV", { seq });
  await connection.close();
  return readHead(message?.header).id;
}
