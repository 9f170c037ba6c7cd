/** /organizations and /members */
import { serve, type Route } from "./route.ts";
import { createMember, getMember, listMembers, updateMember } from "./members.ts";
import * as api from "./organizations.api.ts";
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from "./organizations.service.ts";

export const organizationRoutes: readonly Route[] = [
  serve(api.listOrganizations, ({ deps, actor }) => listOrganizations(deps, actor)),
  serve(api.createOrganization, ({ deps, actor }, { body }) =>
    createOrganization(deps, actor, body),
  ),
  serve(api.getOrganization, ({ deps, actor }, { params: p }) =>
    getOrganization(deps, actor, p.organizationID),
  ),
  serve(api.updateOrganization, ({ deps, actor }, { params: p, body }) =>
    updateOrganization(deps, actor, p.organizationID, body),
  ),
  serve(api.listMembers, ({ deps, actor }) => listMembers(deps, actor)),
  serve(api.getMember, ({ deps, actor }, { params: p }) => getMember(deps, actor, p.userID)),
  serve(api.createMember, ({ deps, actor }, { body }) => createMember(deps, actor, body)),
  serve(api.updateMember, ({ deps, actor }, { params: p, body }) =>
    updateMember(deps, actor, p.userID, body),
  ),
];
