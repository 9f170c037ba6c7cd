/** Maps the courier's scans to the tracking codes of our API. */
export const STATUSES = {
  PICKUP: "package_accepted",
  DROP: "delivered",
} as const;
