/** Serves /station/rules and the choice for a shipment. */
import { serve, type Route } from "../route.ts";
import * as api from "./choosing.api.ts";
import { addRule, listAll, orderRules, removeRule, replaceRule } from "./choosing.service.ts";
import { choiceOf } from "./find-choice.ts";

export const choosingRoutes: readonly Route[] = [
  serve(api.listRules, ({ deps, actor }) => listAll(deps, actor)),
  serve(api.createRule, ({ deps, actor }, { body }) => addRule(deps, actor, body)),
  serve(api.orderRules, ({ deps, actor }, { body }) => orderRules(deps, actor, body)),
  serve(api.replaceRule, ({ deps, actor }, { params, body }) =>
    replaceRule(deps, actor, params.ruleID, body),
  ),
  serve(api.deleteRule, ({ deps, actor }, { params }) => removeRule(deps, actor, params.ruleID)),
  serve(api.getChoice, ({ deps, actor }, { params }) => choiceOf(deps, actor, params.shipmentID)),
];
