/** Path prefix of the interface. */
export const API_PREFIX = "/api/v1";
