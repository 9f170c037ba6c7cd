/** Removing an account whose carrier must still be asked. */
import { expect, it } from "vitest";
import { findAccount } from "../../../../core/shipping/accounts/accounts.service.ts";
import { buyTold, toldStation } from "../../../helpers/announced-carrier.ts";
import { sellingStation } from "../../../helpers/selling-carrier.ts";
import { eventually, shipmentWithOffers, type Station } from "../../../helpers/station.ts";

const remove = (s: Station, id: string) => s.call("DELETE", `/provideraccounts/${id}`);
const accountOf = ({ core, started }: Station, id: string) =>
  findAccount(core.deps.db, started.organizationID, id);

it("an account with an open purchase is not removed: E2187 says how many wait; it can be deactivated", async () => {
  const s = await sellingStation();
  s.selling.moods.push("notReady");
  const { id, offers } = await shipmentWithOffers(s);
  const offer = offers?.list.find(({ providerAccountID }) => providerAccountID === s.accountID);
  await s.call("POST", "/transactions", { offerID: offer?.id });
  expect((await remove(s, s.accountID)).body).toMatchObject({
    code: "E2187",
    reason: "purchases",
    values: { purchases: 1, labels: 0 },
  });
  const kept = await s.call(
    "DELETE",
    `/provideraccounts/${s.accountID}?isDeleteAccountConnection=false`,
  );
  expect([kept.status, accountOf(s, s.accountID)?.secrets === null]).toEqual([200, false]);
  expect((await s.call("DELETE", `/shipments/${id}`)).status).toBe(200);
  expect((await remove(s, s.accountID)).status).toBe(200);
});

it("an account with a label that waits for its announcement is not removed until it is announced", async () => {
  const s = await toldStation({ announces: "byHand" });
  await buyTold(s);
  expect((await remove(s, s.accountID)).body).toMatchObject({
    code: "E2187",
    reason: "labels",
    values: { purchases: 0, labels: 1 },
  });
  await s.call("POST", "/station/announcements", { accountID: s.accountID });
  await eventually("the label is announced", () => s.told.parcels.size === 1);
  await eventually(
    "the account is removed",
    async () => (await remove(s, s.accountID)).status === 200,
  );
});
