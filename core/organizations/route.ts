/** Routes of this roof: what runs behind an endpoint is given OrganizationDeps. */
import { serveWith, type Route as RouteOf } from "../http/route.ts";
import type { OrganizationDeps } from "./deps.ts";

export type Route = RouteOf<OrganizationDeps>;

export const serve = serveWith<OrganizationDeps>();
