/** /organizations and /members */
import type { Actor } from "../http/actor.ts";
import type { OrganizationDeps } from "./deps.ts";
import { serve, type Route } from "./route.ts";
import { createMember, getMember, listMembers, updateMember } from "./members.ts";
import * as api from "./organizations.api.ts";
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from "./organizations.service.ts";

/** Runs a change of members, or refuses it after it was tried. */
type GuardChange = <T>(deps: OrganizationDeps, actor: Actor, change: () => T) => T;

/** Creates the routes of organizations and their members. */
export const organizationRoutes = (guardChange: GuardChange): readonly Route[] => [
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
    guardChange(deps, actor, () => updateMember(deps, actor, p.userID, body)),
  ),
];
