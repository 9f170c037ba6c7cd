/** Routes of this roof: what runs behind an endpoint is given RecordsDeps. */
import { serveWith, type Route as RouteOf } from "../http/route.ts";
import type { RecordsDeps } from "./deps.ts";

export type Route = RouteOf<RecordsDeps>;

export const serve = serveWith<RecordsDeps>();
