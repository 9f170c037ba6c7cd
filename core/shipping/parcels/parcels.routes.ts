/** Serves /parceltemplates and /station/boxes. */
import { serve, type Route } from "../route.ts";
import * as api from "./parcels.api.ts";
import {
  createParcelTemplate,
  deleteParcelTemplate,
  getParcelTemplate,
  listParcelTemplates,
  orderParcelTemplates,
  updateParcelTemplate,
} from "./parcels.service.ts";
import { ZERO_ADDRESS } from "./zero-address.ts";

export const parcelRoutes: readonly Route[] = [
  serve(api.listParcelTemplates, ({ deps, actor }) => listParcelTemplates(deps, actor)),
  serve(api.createParcelTemplate, ({ deps, actor }, { body }) =>
    createParcelTemplate(deps, actor, body),
  ),
  serve(api.getParcelTemplate, ({ deps, actor }, { params: p }) =>
    getParcelTemplate(deps, actor, p.parcelTemplateID),
  ),
  serve(api.deleteParcelTemplate, ({ deps, actor }, { params: p }) => {
    deleteParcelTemplate(deps, actor, p.parcelTemplateID);
    return ZERO_ADDRESS;
  }),
  serve(api.updateParcelTemplate, ({ deps, actor }, { params: p, body }) =>
    updateParcelTemplate(deps, actor, p.parcelTemplateID, body),
  ),
  serve(api.orderParcelTemplates, ({ deps, actor }, { body }) =>
    orderParcelTemplates(deps, actor, body),
  ),
];
