/** Errors that any request may get, such as denied access, an invalid body or a full disk. */
export const REQUESTS = {
  notAuthorised: { code: "E1055", status: 403, message: "Not authorised for this operation." },
  badRequest: { code: "E1085", status: 400, message: "Bad request." },
  unexpected: {
    code: "E2000",
    status: 500,
    message:
      "An unexpected error occurred on this station. Its details are in the log under the trace id.",
  },
  tokenNeeded: {
    code: "E2001",
    status: 401,
    message: "A valid access token is needed: Authorization: Bearer <token>.",
  },
  noSuchEndpoint: { code: "E2002", status: 404, message: "There is no such endpoint." },
  bodyTooLarge: { code: "E2003", status: 413, message: "The request body is larger than 1 MiB." },
  bodyNotJson: {
    code: "E2004",
    status: 415,
    message: "The request body must be application/json.",
  },
  tooManyRequests: {
    code: "E2005",
    status: 429,
    message: "Too many requests. Wait as long as Retry-After says.",
  },
  hostNotServed: {
    code: "E2006",
    status: 403,
    message: "This host name is not served here. Use 127.0.0.1 or localhost.",
  },
  idempotencyKeyReused: {
    code: "E2007",
    status: 409,
    message: "This Idempotency-Key was used with another request.",
  },
  diskFull: {
    code: "E2036",
    status: 409,
    message:
      "The station's disk is full or not writable. Nothing was changed. Free some space and try again.",
  },
  originNotAllowed: {
    code: "E2040",
    status: 403,
    message: "This web page is not allowed to use the station. Allow it on the desk.",
  },
  originRequestNotOpen: {
    code: "E2041",
    status: 404,
    message: "This web page's request for access is no longer open.",
  },
  readTookTooLong: {
    code: "E2052",
    status: 409,
    message:
      "Reading this took too long and was stopped. Request less: a shorter time, an order number, or one more filter.",
  },
  stoppedBeforeAnswer: {
    code: "E2091",
    status: 500,
    message:
      "The station stopped before it answered, and starts again. Check whether the request was done before you repeat it.",
  },
  idempotencyKeyElsewhere: {
    code: "E2156",
    status: 409,
    message:
      "Another station has this Idempotency-Key. Nothing was done here. Repeat the call later, or there.",
  },
} as const;
