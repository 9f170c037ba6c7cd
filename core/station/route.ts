/** Connects an endpoint of this folder to its handler, which receives StationDeps. */
import { serveWith, type Route as RouteOf } from "../http/route.ts";
import type { StationDeps } from "./deps.ts";

export type Route = RouteOf<StationDeps>;

export const serve = serveWith<StationDeps>();
