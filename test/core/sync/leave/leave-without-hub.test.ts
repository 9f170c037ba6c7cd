/** A desk that continues with its organization while its hub is not reached. */
import { expect, it } from "vitest";
import { getPrintRequest } from "../../../../core/fulfilment/shared-printers/shared-printers.service.ts";
import type { HubSettings } from "../../../../core/sync/hub-settings.ts";
import { leaveHub } from "../../../../core/sync/leave/leave-hub.ts";
import { desks } from "../../fulfilment/shared-printers/loose-desks.ts";
import { exchange } from "../two-stations.ts";

it("a desk that leaves a hub that it does not reach ends its open print requests, and each says to look at the other printer", async () => {
  const d = await desks();
  const [asked, taken] = [d.ask(), d.ask()];
  exchange(d.a, d.owner);
  await d.take(taken);
  exchange(d.a, d.owner);
  const unused = (): never => {
    throw new Error("the hub is not reached");
  };
  await leaveHub({
    deps: d.a.deps,
    hub: { organizationID: d.actor.organizationID } as HubSettings,
    keepOrganization: true,
    kv: undefined,
    isInStep: false,
    isHub: false,
    withdraw: unused,
    resign: unused,
    disconnect: () => Promise.resolve(),
  });
  expect([asked, taken].map(({ id }) => getPrintRequest(d.a.deps, d.actor, id))).toMatchObject([
    { state: "EXPIRED", reasonCode: "not answered" },
    { state: "FAILED", reasonCode: "station gone" },
  ]);
});
