/** Ties an endpoint of this roof to its handler, which gets OrganizationDeps. */
import { serveWith, type Route as RouteOf } from "../http/route.ts";
import type { OrganizationDeps } from "./deps.ts";

export type Route = RouteOf<OrganizationDeps>;

export const serve = serveWith<OrganizationDeps>();
