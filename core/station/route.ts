/** Ties an endpoint of this roof to its handler, which gets StationDeps. */
import { serveWith, type Route as RouteOf } from "../http/route.ts";
import type { StationDeps } from "./deps.ts";

export type Route = RouteOf<StationDeps>;

export const serve = serveWith<StationDeps>();
