/** /apitokens */
import { serve, type Route } from "./route.ts";
import * as api from "./api-tokens.api.ts";
import { createToken, listTokens, revokeToken } from "./api-tokens.ts";

export const tokenRoutes: readonly Route[] = [
  serve(api.listTokens, ({ deps, actor }) => listTokens(deps, actor)),
  serve(api.createToken, ({ deps, actor }, { body }) => createToken(deps, actor, body)),
  serve(api.deleteToken, ({ deps, actor }, { params }) => revokeToken(deps, actor, params.tokenID)),
];
