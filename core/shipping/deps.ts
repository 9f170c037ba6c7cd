/** Dependencies of shipping: the dependencies of organizations, and a few more. */
import type { Carriers } from "./carriers/carrier.ts";
import type { Connections } from "./carriers/connection.ts";
import type { Geo } from "./geo/geo.service.ts";
import type { TurkishCalendar } from "./geo/turkish-calendar.ts";
import type { OrganizationDeps } from "../organizations/deps.ts";

export type ShippingDeps = OrganizationDeps & {
  readonly geo: Geo;
  readonly calendar: TurkishCalendar;
  readonly carriers: Carriers;
  /** Connections of provider accounts to their carriers. */
  readonly connections: Connections;
};
