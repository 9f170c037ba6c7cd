/**
 * The numbers of hand-over, Today, the tracking board and their lists agree at three stations that
 * buy, cancel, scan, take off, end, track, return and erase in random order while disconnected.
 */
import { expect, it } from "vitest";
import { isAppError } from "../../../core/base/errors.ts";
import { minor } from "../../../core/base/money.ts";
import { inTransaction } from "../../../core/db/change.ts";
import type { Reader } from "../../../core/db/reader.ts";
import type { Read } from "../../../core/db/reader-protocol.ts";
import type { Deps } from "../../../core/deps.ts";
import { endHandOver } from "../../../core/fulfilment/hand-over/end-hand-over.ts";
import { readHandOver, readTruck } from "../../../core/fulfilment/hand-over/hand-over.service.ts";
import { readToday } from "../../../core/fulfilment/today/today.service.ts";
import { makeReturn } from "../../../core/fulfilment/transactions/make-return.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { topUp } from "../../../core/organizations/ledger/top-up.ts";
import { eraseShipment } from "../../../core/records/privacy/erase-shipment.ts";
import { readBoard } from "../../../core/shipping/board/board.service.ts";
import {
  boardQueryOf,
  FIRST_COLUMN,
  HANDED_OVER,
} from "../../../core/shipping/shipments/board-limits.ts";
import { quoteWaiting } from "../../../core/shipping/shipments/change-package.ts";
import { SHIPMENTS_HANDED_OVER_TODAY } from "../../../core/shipping/shipments/handed-over-today.ts";
import { recordTracking } from "../../../core/shipping/shipments/record-tracking.ts";
import { copyInputSchema } from "../../../core/shipping/shipments/shipments.schema.ts";
import { reserveNow } from "../../helpers/buy-now.ts";
import { cancelNow } from "../../helpers/far-carrier.ts";
import { looseStation, seeded, type LooseStation } from "../../helpers/loose-stations.ts";
import { addCarrier, buyLabel, CARRIER, scanAt } from "./hand-over-acts.ts";
import { stateOf } from "./state-of.ts";
import { two, written } from "./two-stations.ts";
import { someOf } from "../../helpers/some-of.ts";

const SEEDS = process.env["PACKBENCH_FULL"] === "1" ? [...Array(200).keys()] : [1, 2, 3];
const ACTS = 80;

/** Reads on the writer's connection, because the databases are in memory. */
function reading({ deps }: LooseStation): Deps {
  const several = (reads: readonly Read[]) =>
    Promise.resolve(reads.map(({ sql, parameters }) => deps.db.sql(sql).all(parameters as never)));
  return { ...deps, reader: { ...deps.reader, several } as unknown as Reader };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

/** Reads each number in all places that show it. */
async function numbersOf(s: LooseStation, actor: Actor) {
  const deps = reading(s);
  const handOver = await readHandOver(deps, actor);
  const trucks = await Promise.all(
    handOver.carriers.map(({ providerCode }) => readTruck(deps, actor, providerCode)),
  );
  const today = await readToday(deps, { list: () => [] }, actor);
  const board = await readBoard(deps, actor);
  const query = boardQueryOf(deps, actor);
  const column = (step: string): number => board.columns.find((c) => c.step === step)?.count ?? -1;
  const list = (condition: string): number =>
    deps.db
      .sql<{ n: number }>(`SELECT count(*) AS n FROM shipments WHERE ${condition}`)
      .get({ ...query } as never)?.n ?? -1;
  const carriers = (of: (row: (typeof handOver.carriers)[number]) => number): number =>
    sum(handOver.carriers.map(of));
  return {
    here: {
      handOver: carriers(({ here }) => here),
      today: sum(today.carriers.map(({ toHandOver }) => toHandOver)),
      truck: sum(trucks.map(({ staying }) => staying.length)),
      list: list(`seq IN (${FIRST_COLUMN}) AND is_return = 0`),
    },
    first: { board: column("BOUGHT"), list: list(`seq IN (${FIRST_COLUMN})`) },
    gone: { board: column("HANDED_OVER"), list: list(`seq IN (${HANDED_OVER})`) },
    today: {
      today: sum(today.carriers.map(({ handedOver }) => handedOver)),
      list: list(`seq IN (${SHIPMENTS_HANDED_OVER_TODAY})`),
    },
    loaded: {
      handOver: carriers(({ loaded }) => loaded),
      truck: sum(trucks.map(({ loaded }) => loaded.length)),
    },
    canceled: {
      handOver: carriers(({ canceled }) => canceled),
      truck: sum(trucks.map(({ loaded }) => loaded.filter((one) => one.isCanceled).length)),
    },
  };
}

/** Compares the board's rows with the view that they are made from; deliveries leave it later. */
function expectBoardOfView({ deps }: LooseStation): void {
  const columns =
    "seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id, is_handled";
  const rows = (from: string) =>
    deps.db
      .sql(`SELECT ${columns} FROM ${from} WHERE step NOT IN ('DELIVERED') ORDER BY seq`)
      .all();
  expect(rows("open_parcels")).toEqual(
    rows("(SELECT * FROM parcel_states WHERE NOT (step = 'RETURNED' AND is_handled))"),
  );
}

async function expectNumbers(s: LooseStation, actor: Actor): Promise<void> {
  for (const [name, of] of Object.entries(await numbersOf(s, actor)))
    expect([name, new Set(Object.values(of)).size, of]).toEqual([name, 1, of]);
}

const BOUGHT = "status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED', 'DELIVERED')";
const SCANS = [
  "package_accepted",
  "out_for_delivery",
  "delivered",
  "return_to_sender",
  "package_lost",
  "package_damaged",
] as const;

type Act = (s: LooseStation) => unknown;

/** @param random Numbers from 0 to below 1. */
function createActs(actor: Actor, random: () => number): readonly Act[] {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const some = ({ deps }: LooseStation, where: string): string | undefined =>
    pick(
      deps.db
        .sql<{ id: string }>(`SELECT id FROM shipments WHERE ${where} ORDER BY number, id`)
        .all(),
    )?.id;
  const onSome =
    (where: string, act: (s: LooseStation, id: string) => unknown): Act =>
    (s) => {
      const id = some(s, where);
      return id === undefined ? undefined : act(s, id);
    };
  const buy: Act = (s) => {
    const id = some(s, "status IN ('CREATED', 'GOT_OFFERS')");
    if (id === undefined) return void buyLabel(s, actor);
    inTransaction(s.deps, () => quoteWaiting(s.deps, actor, id));
    const offer = s.deps.db
      .sql<{ id: string }>(
        `SELECT id FROM offers WHERE shipment_id = ? AND provider_code = '${CARRIER}' ORDER BY request_no DESC LIMIT 1`,
      )
      .get(id);
    return inTransaction(s.deps, () => reserveNow(s.deps, actor, offer?.id ?? ""));
  };
  const scan: Act = (s) => {
    const { code } =
      pick(
        s.deps.db
          .sql<{ code: string }>(
            `SELECT barcode AS code FROM transactions WHERE barcode <> '' UNION SELECT CAST(number AS TEXT) FROM shipments ORDER BY 1`,
          )
          .all(),
      ) ?? {};
    if (code !== undefined) scanAt(s, actor, code, random() < 0.25 ? "takeBack" : "load");
  };
  return [
    buy,
    buy,
    scan,
    scan,
    scan,
    scan,
    ({ deps }) => endHandOver(deps, actor, CARRIER, undefined),
    onSome(BOUGHT, ({ deps }, id) => cancelNow(deps, actor, id)),
    onSome(BOUGHT, ({ deps }, id) =>
      recordTracking(deps, id, {
        subCode: pick(SCANS) ?? "delivered",
        statusDate: deps.now(),
        details: "",
        locationName: "",
      }),
    ),
    onSome(BOUGHT, ({ deps }, id) =>
      makeReturn(
        deps,
        actor,
        id,
        copyInputSchema.parse({ isReturn: true, willAccept: false, count: 1 }),
      ),
    ),
    onSome("status IN ('DELIVERED', 'RETURNED', 'CANCELED')", ({ deps }, id) =>
      inTransaction(deps, () => eraseShipment(deps, id, { cause: "request", memberID: "" })),
    ),
  ];
}

/** Delivers everything that each station wrote to all others, in four rounds. */
function meet(stations: readonly LooseStation[]): void {
  for (let round = 0; round < 4; round++) {
    const all = stations.map(written);
    stations.forEach((s, i) => s.apply(all.filter((_, from) => from !== i).flat()));
    for (const { clock } of stations) clock.nowMs += 1_000;
  }
}

it.each(someOf(SEEDS, 3))(
  "each number is the same in every place that shows it (seed %i)",
  async (seed) => {
    const random = seeded(seed);
    const below = (n: number): number => Math.floor(random() * n);
    const { a, b, actor } = two();
    const c = looseStation();
    addCarrier(a, actor);
    topUp(a.deps, actor.organizationID, minor(1_000_000_00), "");
    const stations = [a, b, c];
    const acts = createActs(actor, random);
    for (let i = 0; i < 6; i++) buyLabel(a, actor);
    meet(stations);
    // Stations at a hub never use a number twice; here the second station skips the first ones.
    for (let i = 0; i < 15; i++) buyLabel(b, actor);
    for (let i = 0; i < ACTS; i++) {
      const s = stations[below(3)] ?? a;
      try {
        await acts[below(acts.length)]?.(s);
      } catch (error) {
        if (!isAppError(error)) throw error;
      }
      s.clock.nowMs += below(5_000);
      const [from, to] = [stations[below(3)] ?? a, stations[below(3)] ?? b];
      if (random() < 0.2 && from !== to) to.apply(written(from).toSorted(() => random() - 0.5));
      expectBoardOfView(s);
      if (i % 10 === 0) await expectNumbers(s, actor);
    }
    meet(stations);
    const rowsOf = (s: LooseStation) => {
      const { handed_over, hand_overs, shipments, transactions, open } = stateOf(s);
      return { handed_over, hand_overs, shipments, transactions, open };
    };
    for (const s of stations) {
      expect(rowsOf(s)).toEqual(rowsOf(a));
      expectBoardOfView(s);
      await expectNumbers(s, actor);
    }
  },
);
