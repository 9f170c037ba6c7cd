/** Binds an endpoint of this folder to its handler, which gets FulfilmentDeps. */
import {
  serveWith,
  type Route as RouteOf,
  type RouteContext as RouteContextOf,
} from "../http/route.ts";
import type { FulfilmentDeps } from "./deps.ts";

export type Route = RouteOf<FulfilmentDeps>;
export type RouteContext = RouteContextOf<FulfilmentDeps>;

export const serve = serveWith<FulfilmentDeps>();
