/** Serves /priceList. */
import { serve, type Route } from "../route.ts";
import { listPrices } from "./price-list.ts";
import * as api from "./prices.api.ts";

export const priceRoutes: readonly Route[] = [
  serve(api.listPrices, async ({ deps, actor }, { query }) => ({
    result: true as const,
    additionalMessage: "Success",
    priceList: await listPrices(deps, actor, query),
  })),
];
