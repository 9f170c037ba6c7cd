/** Where the interface begins. */
export const API_PREFIX = "/api/v1";
