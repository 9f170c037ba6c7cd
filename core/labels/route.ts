/** Routes of this roof: what runs behind an endpoint is given LabelDeps. */
import { serveWith, type Route as RouteOf } from "../http/route.ts";
import type { LabelDeps } from "./deps.ts";

export type Route = RouteOf<LabelDeps>;

export const serve = serveWith<LabelDeps>();
