/** Sentences for why a call to another company's server had no answer. */
export const CALL_SENTENCES = {
  unreached: "The server could not be reached.",
  timeout: "The server did not answer within {{seconds}} seconds.",
  stopped: "The call was stopped.",
  noProgram: "No program answers at this address ({{code}}).",
  noHost: "No server of this name is found, or this computer has no network ({{code}}).",
  cut: "The server ended the connection without an answer ({{code}}).",
  certificate:
    "The certificate of the server is not valid ({{code}}), so nothing was sent. Check the address and this computer's clock.",
  failed: "The connection failed ({{code}}).",
  largeAnswer: "The answer is larger than 8 MB.",
  largeRequest: "The request is larger than 2 MB.",
  blocked: "This address may not be called: {{cause}}",
  blockedPublic: "the address is not a public one.",
  blockedLoopback: "this station's settings allow no loopback address.",
  blockedPrivate: "this station's settings allow no address of a private network.",
  blockedPlain: "this station's settings allow no address without TLS (carrierTargets).",
  blockedOwnPort: "its port is this station's own.",
  blockedPrinterPort: "its port is a printer's. Choose another port for the receiver.",
  blockedMetadata: "its address is a cloud's metadata address.",
  blockedLogin: "it holds a user name or password.",
  blockedScheme: "it is not an http:// or https:// address.",
} as const;

/** Sentences for known codes of failed connections. */
export const BY_CODE: ReadonlyMap<string, "noProgram" | "noHost" | "cut" | "certificate"> = new Map(
  [
    ["ECONNREFUSED", "noProgram"],
    ["ENOTFOUND", "noHost"],
    ["EAI_AGAIN", "noHost"],
    ["ECONNRESET", "cut"],
    ["UND_ERR_SOCKET", "cut"],
    ["CERT_HAS_EXPIRED", "certificate"],
    ["CERT_NOT_YET_VALID", "certificate"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "certificate"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "certificate"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "certificate"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "certificate"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "certificate"],
  ],
);
