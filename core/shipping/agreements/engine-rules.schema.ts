/** Names of the rules that a tariff may need. */

/**
 * Rules that this version of Packbench computes. A tariff names the rules that it needs; a Packbench
 * that lacks one of them makes no offer from the tariff. A rule whose result changes gets a new
 * name, so that a stored tariff gives the same price after an update.
 */
export const ENGINE_RULES = [
  "steps",
  "file",
  "rounding",
  "provinceZones",
  "distanceZones",
  "returns",
  "discount",
  "minimum",
  "fuel",
  "oversize",
  "heavy",
  "remote",
  "collection",
  "notice",
  "declaredValue",
  "cashOnDelivery",
  "appointments",
  "taxes",
] as const;
export type EngineRule = (typeof ENGINE_RULES)[number];
