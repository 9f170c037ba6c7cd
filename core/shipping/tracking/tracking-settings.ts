/**
 * Tracking settings of this desk: days without a scan after which a parcel is stuck, and the public
 * address of its tracking pages.
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

/**
 * Stored settings. `publicAddress`: like "https://track.example.com"; "" when this station is not
 * public.
 */
type StoredSettings = z.infer<typeof storedSchema>;

type Change = { readonly [Name in keyof StoredSettings]?: StoredSettings[Name] | undefined };

/** Reads the settings, with defaults. */
export function trackingSettings({ settings }: Pick<ShippingDeps, "settings">): StoredSettings {
  return storedSchema.parse(settings.read(KEY) ?? {});
}

/**
 * Changes settings.
 *
 * @returns All settings after the change.
 * @throws AppError E2084 for an address that is not public https, E2036 when the disk refuses the
 *   write.
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
 * Endings of names that the public DNS never resolves, such as names of this machine or its
 * network.
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
 * Parses an address like "https://track.example.com", with or without a port.
 *
 * @throws AppError E2084 for any other form, for a private name, and for an IP address, since
 *   certificates are issued for names.
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
