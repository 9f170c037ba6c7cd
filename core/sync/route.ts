/** Connects an endpoint of this roof to its handler, which receives SyncDeps. */
import { serveWith, type Route as RouteOf } from "../http/route.ts";
import type { SyncDeps } from "./deps.ts";

export type Route = RouteOf<SyncDeps>;

export const serve = serveWith<SyncDeps>();
