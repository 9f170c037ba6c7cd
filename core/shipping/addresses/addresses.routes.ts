/** Serves /addresses. */
import { pageOf } from "../../http/paging.schema.ts";
import { serve, type Route } from "../route.ts";
import * as api from "./addresses.api.ts";
import {
  createAddress,
  deleteAddress,
  getAddress,
  listAddresses,
  updateAddress,
} from "./addresses.service.ts";

export const addressRoutes: readonly Route[] = [
  serve(api.listAddresses, async ({ deps, actor, callersReader }, { query }) => {
    const { limit, page, offset } = pageOf(query);
    const own = { ...deps, reader: callersReader() };
    return {
      ...(await listAddresses(own, actor, { ...query, limit, offset })),
      limit,
      page,
      sort: "created_at desc",
    };
  }),
  serve(api.createAddress, ({ deps, actor }, { body }) => createAddress(deps, actor, body)),
  serve(api.getAddress, ({ deps, actor }, { params: { addressID } }) =>
    getAddress(deps, actor, addressID),
  ),
  serve(api.updateAddress, ({ deps, actor }, { params: { addressID }, body }) =>
    updateAddress(deps, actor, addressID, body),
  ),
  serve(api.deleteAddress, ({ deps, actor }, { params: { addressID } }) =>
    deleteAddress(deps, actor, addressID),
  ),
];
