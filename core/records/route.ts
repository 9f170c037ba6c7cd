/** Ties an endpoint of this roof to its handler, which gets RecordsDeps. */
import { serveWith, type Route as RouteOf } from "../http/route.ts";
import type { RecordsDeps } from "./deps.ts";

export type Route = RouteOf<RecordsDeps>;

export const serve = serveWith<RecordsDeps>();
