/** /organizations and /members */
import { serve, type Route } from "../http/route.ts";
import { addMember, getMember, listMembers, patchMember } from "./members.ts";
import * as api from "./organizations.api.ts";
import { foundOrganization, getOrganization, listOrganizations, patchOrganization } from "./organizations.service.ts";

export const organizationRoutes: readonly Route[] = [
  serve(api.listOrganizations, ({ deps, actor }) => listOrganizations(deps, actor)),
  serve(api.createOrganization, ({ deps, actor }, { body }) => foundOrganization(deps, actor, body)),
  serve(api.getOrganization, ({ deps, actor }, { params: p }) => getOrganization(deps, actor, p.organizationID)),
  serve(api.updateOrganization, ({ deps, actor }, { params: p, body }) => patchOrganization(deps, actor, p.organizationID, body)),
  serve(api.listMembers, ({ deps, actor }) => listMembers(deps, actor)),
  serve(api.getMember, ({ deps, actor }, { params: p }) => getMember(deps, actor, p.userID)),
  serve(api.createMember, ({ deps, actor }, { body }) => addMember(deps, actor, body)),
  serve(api.updateMember, ({ deps, actor }, { params: p, body }) => patchMember(deps, actor, p.userID, body)),
];
