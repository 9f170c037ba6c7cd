import { expect, it } from "vitest";
import { inTransaction } from "../../../core/db/change.ts";
import { enqueueJob, listJobsForPeople } from "../../../core/jobs/jobs.service.ts";
import { deskActor } from "../../../core/organizations/organizations.service.ts";
import { station } from "../../helpers/station.ts";

it("an old purchase is listed even if newer deliveries to a dead receiver would fill the list", async () => {
  const s = await station();
  const { deps } = s.core;
  const actor = deskActor(deps, s.started.memberID);
  const add = (kind: "buy" | "webhook", subjectID: string): string =>
    enqueueJob(deps, {
      kind,
      lane: `${kind} x`,
      subjectID,
      organizationID: actor.organizationID,
      shipmentID: null,
    });
  const purchase = inTransaction(deps, () => {
    const id = add("buy", "the oldest");
    for (let i = 0; i < 250; i += 1) add("webhook", `delivery ${i}`);
    return id;
  });
  deps.db.raw.exec("UPDATE jobs SET state = 'NEEDS_PERSON' WHERE kind <> 'upkeep'");
  const listed = listJobsForPeople(deps, actor, () => new Map());
  expect([listed.length, listed.at(-1)?.id]).toEqual([200, purchase]);
  expect(listed.map(({ updatedAt }) => updatedAt)).toEqual(
    listed
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .reverse(),
  );
});
