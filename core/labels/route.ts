/** Routes of labels: their handlers get LabelDeps. */
import { serveWith, type Route as RouteOf } from "../http/route.ts";
import type { LabelDeps } from "./deps.ts";

export type Route = RouteOf<LabelDeps>;

export const serve = serveWith<LabelDeps>();
