/**
 * A top-up that two stations posted with the same reference counts once. The station that posted
 * later reverses its posting, or the other stations do if that station was revoked.
 */
import { expect, it } from "vitest";
import { inTransaction } from "../../../../core/db/change.ts";
import { writeEnd } from "../../../../core/db/station-ends.ts";
import { settleDoublesOfEnded } from "../../../../core/organizations/ledger/apply-entries.ts";
import { getBalance } from "../../../../core/organizations/ledger/ledger.service.ts";
import { requestTopUp } from "../../../../core/organizations/ledger/top-up.ts";
import { createOrganizationWithOwner } from "../../../../core/organizations/organizations.service.ts";
import { looseStation, type LooseStation } from "../../../helpers/loose-stations.ts";

function createOrganization({ deps }: LooseStation, name: string): string {
  const organization = {
    name,
    countryCode: "TR",
    taxOffice: "",
    taxNumber: "",
    phone: "",
    email: "",
    test: true,
  };
  return createOrganizationWithOwner(deps, organization, {
    userID: deps.newId(),
    email: `${name}@ornek.test`,
    name,
  }).organizationID;
}

const topUp = ({ deps }: LooseStation, organizationID: string): void =>
  void requestTopUp(deps, organizationID, { amount: "100.00", reference: "same", note: "" });

/**
 * Exchanges all changes between the stations three times, because an applied change can cause
 * another change.
 */
function exchange(...stations: readonly LooseStation[]): void {
  for (let round = 0; round < 3; round += 1)
    for (const to of stations)
      for (const from of stations)
        if (from !== to) to.apply(from.outbox(0).map(({ stamped }) => stamped));
}

/** Records that the station `ended` was revoked. */
function revoke({ deps }: LooseStation, organizationID: string, ended: LooseStation): void {
  const { stationID, incarnation } = ended.deps.db;
  inTransaction(deps, () => {
    writeEnd(deps.db, { organizationID, stationID, incarnation, lastNumber: 999 }, deps.now());
    settleDoublesOfEnded(deps);
  });
}

const moneyAt = ({ deps }: LooseStation, organizationID: string) => ({
  balance: getBalance(deps, organizationID).balance,
  adjustments: deps.db
    .sql<{ amount: number }>(
      `SELECT amount_minor AS amount FROM ledger_entries WHERE kind = 'ADJUSTMENT' ORDER BY id`,
    )
    .all()
    .map(({ amount }) => amount),
});

it("top-ups with one reference in two organizations, each posted at two stations, count once per organization", () => {
  const [a, b] = [looseStation(), looseStation(1_000)];
  const organizations = [createOrganization(a, "a"), createOrganization(a, "b")];
  exchange(a, b);
  for (const id of organizations) for (const one of [a, b]) topUp(one, id);
  b.apply(a.outbox(0).map(({ stamped }) => stamped));
  exchange(a, b);
  for (const id of organizations)
    expect([a, b].map((one) => moneyAt(one, id).balance)).toEqual([100_00, 100_00]);
});

it("a doubled top-up counts once after the later station was revoked, and after the revoking station is revoked too", () => {
  const [a, b, gone] = [looseStation(), looseStation(500), looseStation(1_000)];
  const id = createOrganization(a, "a");
  exchange(a, b, gone);
  topUp(gone, id);
  topUp(a, id);
  exchange(a, b);
  for (const one of [a, b]) one.apply(gone.outbox(0).map(({ stamped }) => stamped));
  expect([a, b].map((one) => moneyAt(one, id).balance)).toEqual([200_00, 200_00]);
  revoke(b, id, gone);
  exchange(a, b);
  expect([a, b].map((one) => moneyAt(one, id))).toEqual(
    [a, b].map(() => ({ balance: 100_00, adjustments: [-100_00] })),
  );
  revoke(a, id, b);
  exchange(a, b);
  expect([a, b].map((one) => moneyAt(one, id))).toEqual(
    [a, b].map(() => ({ balance: 100_00, adjustments: [-100_00] })),
  );
});

it("a doubled top-up counts once when two stations record the revocation at the same time", () => {
  const [a, b, gone] = [looseStation(), looseStation(500), looseStation(1_000)];
  const id = createOrganization(a, "a");
  exchange(a, b, gone);
  topUp(gone, id);
  topUp(a, id);
  exchange(a, b);
  for (const one of [a, b]) one.apply(gone.outbox(0).map(({ stamped }) => stamped));
  for (const one of [a, b]) revoke(one, id, gone);
  exchange(a, b);
  const [atA, atB] = [moneyAt(a, id), moneyAt(b, id)];
  expect([atA.balance, atB]).toEqual([100_00, atA]);
});
