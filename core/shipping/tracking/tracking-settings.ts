/**
 * What this desk has set about tracking: after how many days without a scan a parcel is stuck, and
 * where others reach its tracking pages.
 */
import { isIP } from "node:net";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import type { ShippingDeps } from "../deps.ts";

const KEY = "tracking";
const DEFAULT_STUCK_DAYS = 3;
const storedSchema = z
  .object({
    stuckDays: z.number().int().positive().catch(DEFAULT_STUCK_DAYS),
    publicAddress: z.string().catch(""),
  })
  .catch({ stuckDays: DEFAULT_STUCK_DAYS, publicAddress: "" });

/** `publicAddress`: "https://track.example.com"; "" when no one outside reaches this station. */
type StoredSettings = z.infer<typeof storedSchema>;

type Change = { readonly [Name in keyof StoredSettings]?: StoredSettings[Name] | undefined };

/** As they are stored; the usual ones where nothing was set. */
export function trackingSettings({ settings }: Pick<ShippingDeps, "settings">): StoredSettings {
  return storedSchema.parse(settings.read(KEY) ?? {});
}

/**
 * @returns All of them, changed.
 * @throws AppError E2084 for an address that others cannot reach by https, E2036 when the disk does
 *   not take it.
 */
export function writeTrackingSettings(
  deps: Pick<ShippingDeps, "settings">,
  change: Change,
): StoredSettings {
  const now = trackingSettings(deps);
  const typed = change.publicAddress?.trim() ?? now.publicAddress;
  const changed = {
    stuckDays: change.stuckDays ?? now.stuckDays,
    publicAddress: typed === "" ? "" : publicOrigin(typed),
  };
  deps.settings.write(KEY, changed);
  return changed;
}

/**
 * Names that are never public: of this machine, its network, and those that are kept for examples
 * and tests of others.
 */
const PRIVATE_ENDINGS = [
  "localhost",
  "local",
  "internal",
  "lan",
  "home",
  "corp",
  "test",
  "invalid",
  "onion",
  "home.arpa",
];

/**
 * An address without a path. Numbers are refused: certificates are for names.
 * @throws AppError E2084
 */
function publicOrigin(text: string): string {
  const refuse = (): never => {
    throw errors.trackingAddressInvalid();
  };
  const url = URL.canParse(text) ? new URL(text) : refuse();
  const name = url.hostname.replace(/\.$/, "").toLowerCase();
  const isPlain =
    url.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    url.pathname === "/" &&
    url.search === "" &&
    url.hash === "";
  const isPublic =
    name.includes(".") &&
    isIP(name) === 0 &&
    !name.startsWith("[") &&
    !PRIVATE_ENDINGS.some((ending) => name === ending || name.endsWith(`.${ending}`));
  return isPlain && isPublic ? url.origin : refuse();
}
