/**
 * List of the screen's features. A new feature needs its folder and a line here; the rail shows the
 * views in this order.
 */
import { addresses } from "../features/addresses/feature.ts";
import { announcements } from "../features/announcements/feature.ts";
import { batches } from "../features/batches/feature.ts";
import { carriers } from "../features/carriers/feature.ts";
import { setup } from "../features/setup/feature.ts";
import { help } from "../features/help/feature.ts";
import { imports } from "../features/imports/feature.ts";
import { integrations } from "../features/integrations/feature.ts";
import { jobs } from "../features/jobs/feature.ts";
import { labels } from "../features/labels/feature.ts";
import { money } from "../features/money/feature.ts";
import { orders } from "../features/orders/feature.ts";
import { folder } from "../features/folder/feature.ts";
import { organization } from "../features/organization/feature.ts";
import { pack } from "../features/pack/feature.ts";
import { printers } from "../features/printers/feature.ts";
import { printing } from "../features/printing/feature.ts";
import { products } from "../features/products/feature.ts";
import { scales } from "../features/scales/feature.ts";
import { stations } from "../features/stations/feature.ts";
import { settings } from "../features/settings/feature.ts";
import { shipments } from "../features/shipments/feature.ts";
import { today } from "../features/today/feature.ts";
import { tracking } from "../features/tracking/feature.ts";
import { trucks } from "../features/trucks/feature.ts";
import type { SharedState } from "../store/shared.ts";

/**
 * The first feature owns the home view. When two features have a question at once, the earlier
 * feature's question is asked first.
 */
export const FEATURES = [
  pack,
  today,
  shipments,
  tracking,
  trucks,
  announcements,
  imports,
  printing,
  addresses,
  products,
  batches,
  printers,
  labels,
  money,
  settings,
  jobs,
  organization,
  carriers,
  integrations,
  scales,
  folder,
  stations,
  setup,
  orders,
  help,
] as const;

/** How the home view handles scans and keys. */
export const HOME = pack.home;

type Listed = (typeof FEATURES)[number];
type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer Whole,
) => void
  ? Whole
  : never;

/** State of the shared slices and of all features. */
export type Store = SharedState & Intersection<ReturnType<Listed["slice"]>>;

/** Names of all views. */
export type ViewName = Extract<Listed, { readonly views: unknown }>["views"][number]["name"];
