/** Routes of printing: their handlers get PrintingDeps. */
import { serveWith, type Route as RouteOf } from "../http/route.ts";
import type { PrintingDeps } from "./deps.ts";

export type Route = RouteOf<PrintingDeps>;

export const serve = serveWith<PrintingDeps>();
