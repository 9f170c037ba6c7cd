/** /station/privacy */
import { serve, type Route } from "../route.ts";
import { erasePerson, findPerson } from "./erase-person.ts";
import * as api from "./privacy.api.ts";
import { listErasures, readRules, updateRules } from "./privacy.service.ts";

/** Routes of privacy rules and erasures, in the actor's organization. */
export const privacyRoutes: readonly Route[] = [
  serve(api.getPrivacyRules, ({ deps, actor }) => readRules(deps, actor.organizationID)),
  serve(api.updatePrivacyRules, ({ deps, actor }, { body }) => updateRules(deps, actor, body)),
  serve(
    api.findPerson,
    ({ deps, actor, callersReader }, { body }) => findPerson(deps, callersReader(), actor, body),
    { repeat: "again" },
  ),
  serve(
    api.erasePerson,
    ({ deps, actor, callersReader, checkAgain }, { body }) =>
      erasePerson(deps, callersReader(), actor, body, checkAgain),
    { repeat: "again" },
  ),
  serve(api.listErasures, ({ deps, actor }) => listErasures(deps, actor.organizationID)),
];
