import { expect, it } from "vitest";
import { done, unknown, type Outcome } from "../../../../core/shipping/carriers/carrier.ts";
import { createCreatedOrders } from "../../../../core/shipping/carriers/dhl/created-orders.ts";
import { createKeptAnswers } from "../../../../core/shipping/carriers/keep-answer.ts";

const NEVER = new AbortController().signal;

it.each([
  [true, "done"],
  [false, "unknown"],
])(
  "an answer that is renewed in vain is used when usesOld is %s, and is then %s",
  async (usesOld, outcome) => {
    let ms = 0;
    const answers: Outcome<number>[] = [done(1), unknown("cut"), done(2)];
    const kept = createKeptAnswers(
      { keepMs: 10, usesOld },
      async () => answers.shift() ?? done(3),
      () => ms,
    );
    expect(await Promise.all([kept.get("", NEVER), kept.get("", NEVER)])).toEqual([
      done(1),
      done(1),
    ]);
    ms = 10;
    expect(await kept.get("", NEVER)).toMatchObject({ outcome });
    expect([await kept.get("", NEVER), kept.peek("")]).toEqual([done(2), 2]);
    kept.drop("", 1);
    expect(kept.peek("")).toBe(2);
  },
);

it("an answer that was kept before the clock was set back is renewed", async () => {
  let ms = 1_000_000;
  const answers: Outcome<number>[] = [done(1), done(2)];
  const kept = createKeptAnswers(
    { keepMs: 10, usesOld: false },
    async () => answers.shift() ?? done(3),
    () => ms,
  );
  await kept.get("", NEVER);
  ms = 0;
  expect([await kept.get("", NEVER), await kept.get("", NEVER)]).toEqual([done(2), done(2)]);
});

it("the label of an order is asked for after half the time that has passed, 5 to 30 seconds", () => {
  let ms = 0;
  const created = createCreatedOrders(() => ms);
  created.note("R");
  const waits = [0, 20_000, 300_000].map((passedMs) => {
    ms = passedMs;
    return created.waitMs("R");
  });
  created.forget("R");
  expect([waits, created.has("R")]).toEqual([[5_000, 10_000, 30_000], false]);
});
