/** Sentences for why a move reads nothing. */

/** Why a station that has joined others reads nothing. */
export const JOINED =
  "This station has joined others, which number their shipments too. Move to a station that works alone, and let it join afterwards.";
/** Why a move whose account was removed reads nothing. */
export const UNLINKED = "The account that leads to the server is no longer linked.";
