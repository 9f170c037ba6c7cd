/**
 * How long very many changes that arrive at once block a station's thread. Two stations run on the
 * measured thread.
 *
 * @module-tag all
 * @module-tag alone
 */
import { expect, it, onTestFinished } from "vitest";
import { inTransaction, insertRow } from "../../../core/db/change.ts";
import { bareNats, until } from "../../helpers/bare-nats.ts";
import {
  hashRows,
  connectedStation,
  type ConnectedStation,
} from "../../helpers/connected-station.ts";
import { longestTurn } from "../../helpers/longest-turn.ts";
import { TEMPLATE_ROW } from "../../helpers/template-row.ts";

const isInStep = ({ connection }: ConnectedStation): boolean =>
  connection.status().state === "in step" && connection.status().waiting === 0;

const countTemplates = ({ deps }: ConnectedStation): unknown =>
  deps.db.sql(`SELECT count(*) AS n FROM parcel_templates`).get()?.["n"];

it("two stations are in step after one station made 30,000 changes without a hub, and no turn takes 200 ms", async () => {
  const nats = await bareNats();
  const [a, b] = [connectedStation(nats), connectedStation(nats)];
  onTestFinished(async () => {
    await Promise.all([a.stop(), b.stop()]);
    await nats.stop();
  });
  await until("both stations are in step", () => isInStep(a) && isInStep(b));
  await nats.kill9();
  for (let i = 0; i < 300; i += 1)
    inTransaction(
      a.deps,
      () =>
        void Array.from({ length: 100 }, (_, j) =>
          insertRow(a.deps.db, "parcel_templates", {
            ...TEMPLATE_ROW,
            id: a.deps.newId(),
            name: `t ${i} ${j}`,
            created_at: a.deps.now(),
            updated_at: a.deps.now(),
          }),
        ),
    );
  await nats.start();
  const { longestMs } = await longestTurn(() =>
    until(
      "the second station has all templates",
      () => b.connection.status().state === "in step" && countTemplates(b) === countTemplates(a),
      40_000,
    ),
  );
  await until("both stations are in step again", () => isInStep(a) && isInStep(b));
  expect(hashRows(b.deps.db)).toEqual(hashRows(a.deps.db));
  expect(longestMs).toBeLessThan(200); // Both stations and the test run on this thread.
});
