/** The courier's scans as the interface's tracking codes. */
export const STATUSES = {
  PICKUP: { code: "TRANSIT", subCode: "package_accepted" },
  DROP: { code: "DELIVERED", subCode: "delivered" },
} as const;
