/** A station's transactions that it keeps after publishing them. */
import { expect, it } from "vitest";
import { inTransaction } from "../../../../core/db/change.ts";
import { postEntry } from "../../../../core/organizations/ledger/ledger.service.ts";
import {
  moveCursor,
  newestFact,
  oldestFact,
  pruneOutbox,
} from "../../../../core/db/outbox/outbox.service.ts";
import { PUBLISHED } from "../../../../core/sync/stream/publish-commits.ts";
import { logPublished } from "../../../../core/sync/stream/published-log.ts";
import { looseStation } from "../../../helpers/loose-stations.ts";

const DAY_MS = 86_400_000;

it("transactions stay in the outbox for a week after they were published, even if they had waited for the hub for weeks", () => {
  const { deps, clock } = looseStation();
  const publish = (): void =>
    inTransaction(deps, () => {
      moveCursor(deps, PUBLISHED, newestFact(deps));
      logPublished(deps, newestFact(deps));
    });
  const post = (): void =>
    inTransaction(
      deps,
      () =>
        void postEntry(deps, {
          organizationID: "o",
          kind: "TOPUP",
          amount: 1,
          transactionID: null,
          reference: "",
        }),
    );
  post();
  const first = newestFact(deps);
  clock.nowMs += 30 * DAY_MS; // The station is disconnected.
  publish();
  for (let day = 0; day < 6; day += 1) {
    clock.nowMs += DAY_MS;
    post();
    publish();
    while (pruneOutbox(deps, undefined) > 0);
    expect(oldestFact(deps)).toBe(first);
  }
  clock.nowMs += 3 * DAY_MS;
  post();
  publish();
  while (pruneOutbox(deps, undefined) > 0);
  expect(oldestFact(deps)).toBeGreaterThan(first);
});
