/** Routes of this roof: what runs behind an endpoint is given StationDeps. */
import { serveWith, type Route as RouteOf } from "../http/route.ts";
import type { StationDeps } from "./deps.ts";

export type Route = RouteOf<StationDeps>;

export const serve = serveWith<StationDeps>();
