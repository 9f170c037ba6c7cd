/** Serves /station/marketplaces. */
import { serve, type Route } from "../route.ts";
import {
  changeMarketplace,
  listMarketplaces,
  readMarketplaceBalance,
} from "./manage-marketplaces.ts";
import * as api from "./marketplaces.api.ts";

export const marketplaceRoutes: readonly Route[] = [
  serve(api.listMarketplaces, ({ deps, actor }) => listMarketplaces(deps, actor)),
  serve(api.changeMarketplace, ({ deps, actor }, { params, body }) =>
    changeMarketplace(deps, actor, params.accountID, body),
  ),
  serve(api.readMarketplaceBalance, ({ deps, actor }, { params }) =>
    readMarketplaceBalance(deps, actor, params.accountID),
  ),
];
