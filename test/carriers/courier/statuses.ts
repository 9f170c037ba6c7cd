/** Maps the courier's scans to the tracking codes of our API. */
export const STATUSES = {
  PICKUP: { code: "TRANSIT", subCode: "package_accepted" },
  DROP: { code: "DELIVERED", subCode: "delivered" },
} as const;
