/** Binds an endpoint of this folder to its handler, which gets ShippingDeps. */
import {
  serveWith,
  type Route as RouteOf,
  type RouteContext as RouteContextOf,
} from "../http/route.ts";
import type { ShippingDeps } from "./deps.ts";

export type Route = RouteOf<ShippingDeps>;
export type RouteContext = RouteContextOf<ShippingDeps>;

export const serve = serveWith<ShippingDeps>();
