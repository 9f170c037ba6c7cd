/** Serves /station/marketplaces/…/hook. */
import { serve, type Route } from "../route.ts";
import * as api from "./hooks.api.ts";
import {
  getMarketplaceHook,
  HOOK_HEADER,
  receiveHook,
  setMarketplaceHook,
} from "./marketplace-hooks.ts";

export const hookRoutes: readonly Route[] = [
  serve(api.getMarketplaceHook, ({ deps, actor }, { params }) =>
    getMarketplaceHook(deps, actor, params.accountID),
  ),
  serve(api.setMarketplaceHook, ({ deps, actor }, { params, body }) =>
    setMarketplaceHook(deps, actor, params.accountID, body),
  ),
  serve(api.callMarketplaceHook, ({ deps, header }, { params, body }) => {
    receiveHook(deps, params, header(HOOK_HEADER.toLowerCase()), body);
    return {};
  }),
];
