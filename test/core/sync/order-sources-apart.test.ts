/** Sources of orders that stations save while they are disconnected. */
import { expect, it } from "vitest";
import {
  demandsOf,
  deleteOrderSource,
  listOrderSources,
  saveOrderSource,
} from "../../../core/shipping/sources/order-sources.service.ts";
import { stateOf } from "./state-of.ts";
import { exchange, two } from "./two-stations.ts";

it("a source that two stations save is one, with the columns of one and the demands of the other", () => {
  const { a, b, actor } = two();
  saveOrderSource(a.deps, actor, { name: "Logo", columns: { orderNumber: "Fiş No" } });
  exchange(a, b);
  saveOrderSource(a.deps, actor, { name: "Logo", columns: { orderNumber: "Evrak No" } });
  b.clock.nowMs += 60_000;
  saveOrderSource(b.deps, actor, { name: "LOGO", demands: ["paper"] });
  exchange(a, b);
  const found = [a, b].map(({ deps }) => listOrderSources(deps, actor).at(-1));
  expect(found[0]).toMatchObject({
    name: "Logo",
    columns: { orderNumber: "Evrak No" },
    demands: ["paper"],
  });
  expect(found[1]).toEqual(found[0]);
  expect(stateOf(b)).toEqual(stateOf(a));
});

it("a source that one station forgets demands nothing at the other", () => {
  const { a, b, actor } = two();
  saveOrderSource(a.deps, actor, { name: "Logo", demands: ["paper"] });
  exchange(a, b);
  const before = demandsOf(b.deps, actor.organizationID, "logo");
  deleteOrderSource(a.deps, actor, "Logo");
  exchange(a, b);
  expect([before, demandsOf(b.deps, actor.organizationID, "logo")]).toEqual([["paper"], []]);
});
