import { deflateRawSync } from "node:zlib";
import { headers, type NatsConnection } from "@nats-io/transport-node";
import { jetstream } from "@nats-io/jetstream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyRemote } from "../../../../core/db/apply-remote.ts";
import { inTransaction, insertRow, updateRow } from "../../../../core/db/change.ts";
import { packChanges } from "../../../../core/db/packed-changes.ts";
import type { RowChange } from "../../../../core/db/database.ts";
import { projectRows } from "../../../../core/sync/project-rows.ts";
import { createBoundary } from "../../../../core/sync/stream/boundary.ts";
import { countQuarantined } from "../../../../core/db/quarantine.ts";
import { bareNats, until, type BareNats } from "../../../helpers/bare-nats.ts";
import { connectedStation, type ConnectedStation } from "../../../helpers/connected-station.ts";
import { TEMPLATE_ROW } from "../../../helpers/template-row.ts";
import { someOf } from "../../../helpers/some-of.ts";

const TEMPLATE = {
  ...TEMPLATE_ROW,
  name: "n",
  created_at: "t",
  updated_at: "t",
};
const stamp = (time = Date.now().toString(16).padStart(12, "0")): string => `${time}0000-evil.1`;

describe("a hostile desk with a valid credential", () => {
  let nats: BareNats;
  let nc: NatsConnection;
  let desk: ConnectedStation;
  let other: ConnectedStation;
  let n = 0;
  beforeEach(async () => {
    nats = await bareNats();
    const station = (): ConnectedStation => {
      const one: ConnectedStation = connectedStation(nats, ":memory:", {
        boundary: () => createBoundary(one.deps.db, { organizationID: "o", cameFrom: "before" })(),
      });
      return one;
    };
    [desk, other] = [station(), station()];
    nc = await nats.connect();
    await until("the stations are in step", () =>
      [desk, other].every(({ connection }) => connection.status().state === "in step"),
    );
  });
  afterEach(async () => {
    await nc.close();
    await Promise.all([desk.stop(), other.stop()]);
    await nats.stop();
  });
  const publish = async (hlc: string, body: Uint8Array): Promise<void> => {
    const all = headers();
    n += 1;
    for (const [name, value] of Object.entries({
      "Nats-Msg-Id": `evil-${n}`,
      n: String(n),
      h: hlc,
      v: "1",
    }))
      all.set(name, value);
    await jetstream(nc).publish("ev.evil.commit", body, { headers: all });
  };
  const template = (fields: object = {}, id = "t-evil"): RowChange => [
    "parcel_templates",
    id,
    { ...TEMPLATE, ...fields },
    1,
  ];
  const names = ({ deps }: ConnectedStation): string[] =>
    deps.db
      .sql<{ name: string }>(`SELECT name FROM parcel_templates ORDER BY name`)
      .all()
      .map(({ name }) => name);
  /** Makes a change at an honest station, and waits until it has arrived at `desk`. */
  const goesOn = async (): Promise<void> => {
    inTransaction(other.deps, () =>
      insertRow(other.deps.db, "parcel_templates", {
        ...TEMPLATE,
        id: other.deps.newId(),
        name: "honest",
        created_at: other.deps.now(),
        updated_at: other.deps.now(),
      }),
    );
    await until("the honest change is here", () => names(desk).includes("honest"), 10_000);
  };

  it.each([
    ["is not a number", "zzzzzzzzzzzzzzzz-evil.1"],
    ["has only a writer", "-evil.1"],
    ["has an incarnation that is not a number", stamp().replace(".1", ".x")],
  ])("a change whose stamp %s is not applied, and the station continues", async (_what, hlc) => {
    await publish(hlc, packChanges([template()]));
    await goesOn();
    expect(names(desk)).toEqual(["honest"]);
  });

  it("every later edit wins over a stamp that is early as a number and late as text", async () => {
    await publish(stamp(), packChanges([template()]));
    await publish(
      "7fffzzzzzzzz0000-evil.1",
      packChanges([["parcel_templates", "t-evil", { name: "for ever" }]]),
    );
    await goesOn();
    inTransaction(desk.deps, () =>
      updateRow(desk.deps.db, "parcel_templates", "t-evil", { name: "corrected" }),
    );
    await until("the correction is at the other station", () => names(other).includes("corrected"));
    expect(names(desk)).toEqual(["corrected", "honest"]);
  });

  it.each<[string, RowChange]>(
    someOf(
      [
        ["has text where a number belongs", template({ length: "wide" })],
        ["lacks required columns", ["parcel_templates", "t-evil", { name: "bare" }, 1]],
        ["has null in a column that forbids it", template({ name: null })],
        [
          "has a fraction where an integer belongs",
          ["ledger_entries", "l-evil", { organization_id: "o", amount_minor: 0.5 }, 1],
        ],
        [
          "has invalid JSON where JSON belongs",
          [
            "shipments",
            "s-evil",
            {
              created_at: "t",
              updated_at: "t",
              organization_id: "o",
              number: 1,
              created_by: "",
              test: 0,
              desi: "x",
              items: "{",
              metadata: "[",
            },
            1,
          ],
        ],
        ["names an unknown table", ["sqlite_master", "x", { sql: "DROP TABLE shipments" }, 1]],
      ],
      3,
    ),
  )("the station continues after a row that %s", async (_what, change) => {
    await publish(stamp(), packChanges([change]));
    await goesOn();
  });

  it("a row that cannot be stored quarantines only its own message, and the messages before and after it are applied", async () => {
    await publish(stamp(), packChanges([template({ name: "before" }, "t1")]));
    await publish(stamp(), packChanges([template({ length: "wide" }, "t2")]));
    await publish(stamp(), packChanges([template({ name: "after" }, "t3")]));
    await goesOn();
    expect(names(desk)).toEqual(["after", "before", "honest"]);
    expect(countQuarantined(desk.deps.db)).toMatchObject([
      { stationID: "evil", reason: "unreadable", n: 1 },
    ]);
  });

  it("a short message that unpacks to 40 MB is quarantined", async () => {
    const bomb = deflateRawSync(
      Buffer.concat([
        Buffer.from(`[["parcel_templates","t-evil",{"name":"`),
        Buffer.alloc(40 * 1024 * 1024, 0x20),
        Buffer.from(`"}]]`),
      ]),
    );
    await publish(stamp(), Buffer.concat([Buffer.of(1), bomb]));
    await goesOn();
    expect(countQuarantined(desk.deps.db)).toMatchObject([
      { stationID: "evil", reason: "unreadable", n: 1 },
    ]);
  });

  describe("the station's second, unshared organization", () => {
    const SHIPMENT = {
      created_at: "t",
      updated_at: "t",
      number: 1,
      created_by: "",
      test: 0,
      desi: 1,
      items: "[]",
      sender_address_id: "a-o",
      return_address_id: "a-o",
      recipient_address_id: "a-o",
    };
    const insert = (table: string, id: string, row: Record<string, string | number>): void =>
      applyRemote(
        desk.deps,
        [{ hlc: "0000000000010000-before.1", changes: [[table, id, row, 1]] }],
        (rows) => projectRows(desk.deps, rows),
      );
    const organization = (name: string): Record<string, string> => ({
      name,
      currency: "TRY",
      country_code: "TR",
      created_at: "t",
      updated_at: "t",
    });
    beforeEach(() => {
      for (const id of ["o", "second", "before"]) insert("organizations", id, organization(id));
      insert("parcel_templates", "t-second", {
        ...TEMPLATE,
        organization_id: "second",
        name: "theirs",
      });
      for (const id of ["o", "second"])
        insert("addresses", `a-${id}`, {
          organization_id: id,
          name: "n",
          country_code: "TR",
          created_at: "t",
          updated_at: "t",
        });
      insert("shipments", "s-second", { ...SHIPMENT, organization_id: "second" });
    });

    it.each<[string, RowChange]>([
      ["a new row of the second organization", template({ organization_id: "second" })],
      [
        "a field of the second organization's row",
        ["parcel_templates", "t-second", { name: "taken" }],
      ],
      [
        "another organization for the second organization's row",
        ["parcel_templates", "t-second", { organization_id: "o" }],
      ],
      ["the second organization's name", ["organizations", "second", { name: "taken" }]],
      ["an unknown organization", ["organizations", "third", organization("third"), 1]],
      [
        "a parcel of the second organization's shipment",
        ["parcels", "s-second", { shipment_id: "s-second", position: 0, weight: 1 }, 1],
      ],
      [
        "a fact of the second organization's shipment",
        [
          "shipment_facts",
          "f-evil",
          { shipment_id: "s-second", events: "cancel", source_id: null, at: "t" },
          1,
        ],
      ],
      [
        "a purchase of the second organization's shipment",
        ["transactions", "x-evil", { organization_id: "o", shipment_id: "s-second" }, 1],
      ],
      [
        "a shipment to the second organization's address",
        [
          "shipments",
          "s-evil",
          { ...SHIPMENT, organization_id: "o", recipient_address_id: "a-second" },
          1,
        ],
      ],
      [
        "a return of the second organization's shipment",
        [
          "shipments",
          "s-evil",
          { ...SHIPMENT, organization_id: "o", original_shipment_id: "s-second" },
          1,
        ],
      ],
    ])(
      "a change with %s is quarantined, and no row of the second organization changes",
      async (_what, change) => {
        const rows = (): unknown[] =>
          [
            "parcel_templates WHERE organization_id = 'second'",
            "shipments",
            "parcels",
            "shipment_facts",
            "transactions",
            "organizations",
            "parked_changes",
          ].map((of) => desk.deps.db.sql(`SELECT * FROM ${of}`).all());
        const before = rows();
        await publish(stamp(), packChanges([change]));
        await goesOn();
        expect(rows()).toEqual(before);
        expect(countQuarantined(desk.deps.db)).toMatchObject([
          { stationID: "evil", reason: "foreign", n: 1 },
        ]);
      },
    );

    it("a row that another station brought along from the organization that both worked for before is applied", async () => {
      insert("parcel_templates", "t-before", {
        ...TEMPLATE,
        organization_id: "before",
        name: "box",
      });
      await publish(stamp(), packChanges([template({}, "t-before")]));
      await goesOn();
      expect(
        desk.deps.db
          .sql(`SELECT organization_id AS o FROM parcel_templates WHERE id = 't-before'`)
          .all(),
      ).toEqual([{ o: "o" }]);
    });
  });
});
