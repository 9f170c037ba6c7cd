/** /station/move-in */
import { pageOf } from "../../http/paging.schema.ts";
import { serve, type Route } from "../route.ts";
import * as api from "./move-in.api.ts";
import * as service from "./move-in.service.ts";

export const moveInRoutes: readonly Route[] = [
  serve(api.listMoveIns, ({ deps, actor }) => service.listMoveIns(deps, actor)),
  serve(api.startMoveIn, ({ deps, actor }, { body }) => service.startMoveIn(deps, actor, body)),
  serve(api.continueMoveIn, ({ deps, actor }, { params }) =>
    service.continueMoveIn(deps, actor, params.accountID),
  ),
  serve(api.pauseMoveIn, ({ deps, actor }, { params }) =>
    service.pauseMoveIn(deps, actor, params.accountID),
  ),
  serve(api.endMoveIn, ({ deps, actor }, { params }) =>
    service.endMoveIn(deps, actor, params.accountID),
  ),
  serve(api.listMoveInQuestions, ({ deps, actor }, { params, query }) =>
    service.listMoveInQuestions(deps, actor, params.accountID, pageOf(query)),
  ),
  serve(api.settleMoveInQuestion, ({ deps, actor }, { params, body }) =>
    service.settleMoveInQuestion(deps, actor, params, body),
  ),
  serve(api.settleMoveInQuestions, ({ deps, actor }, { params, body }) =>
    service.settleMoveInQuestions(deps, actor, params, body),
  ),
];
