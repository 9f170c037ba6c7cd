/** Errors of backups, keys and settings of a station. */
export const STATION = {
  secretUnreadable: {
    code: "E2050",
    status: 409,
    message: "A stored secret cannot be read on this station: its key is missing or differs.",
  },
  practiceNotOpened: {
    code: "E2079",
    status: 409,
    message:
      "The practice station could not be opened: this program could not be started once more. Close other programs and try again.",
  },
  trackingAddressInvalid: {
    code: "E2084",
    status: 400,
    message:
      "This is not a public https address. It must begin with https and name a public host, such as track.example.com, without a path; an IP address is not accepted.",
  },
  backupDamaged: {
    code: "E2101",
    status: 409,
    message: "This backup is damaged or not complete. Choose another one. Nothing was changed.",
  },
  backupTooNew: {
    code: "E2102",
    status: 409,
    message:
      "This backup was made by a newer Packbench. Update Packbench to restore it. Nothing was changed.",
  },
  backupOfOtherStation: {
    code: "E2103",
    status: 409,
    message:
      "This backup is from another computer or station. State whether that computer is still used. Nothing was changed.",
  },
  sharedDesk: {
    code: "E2104",
    status: 409,
    message: "This is a shared desk: it opens no other window, file or program.",
  },
  recoveryKeyOfOtherStation: {
    code: "E2105",
    status: 400,
    message:
      "This recovery key is of another station, or the secrets of its key were deleted since. Nothing was changed.",
  },
  secretsKeyNotLost: {
    code: "E2106",
    status: 409,
    message: "The key of the stored secrets is not lost. Nothing was changed.",
  },
  setByPolicy: {
    code: "E2121",
    status: 409,
    message: "This is set by your company's IT and cannot be changed at the desk.",
  },
  settingRefusedBySystem: {
    code: "E2122",
    status: 409,
    message: "The system did not accept this setting. Nothing was changed.",
  },
  moveInNotPossible: {
    code: "E2188",
    status: 409,
    message: "The organization has moved from this server, so nothing is read from there again.",
  },
  moveInNotFound: {
    code: "E2189",
    status: 404,
    message: "There is no move from this server, or no such question of it.",
  },
  scaleNotFound: {
    code: "E2220",
    status: 404,
    message: "There is no such scale at this desk, or it was removed.",
  },
  weightNotReady: {
    code: "E2221",
    status: 409,
    message: "The scale shows no weight that counts. Look at the scale, or type the weight.",
  },
  scaleAlreadySetUp: {
    code: "E2222",
    status: 409,
    message: "Another scale or scanner of this desk already uses this connection.",
  },
  deskLocked: {
    code: "E2241",
    status: 403,
    message: "The desk is locked. Scan your badge; then repeat the act.",
  },
  leadNeeded: {
    code: "E2242",
    status: 403,
    message: "This needs a lead's leave: a lead scans a badge and types the PIN. Nothing was done.",
  },
  badgeNotAccepted: {
    code: "E2243",
    status: 403,
    message: "This badge opens no desk here: it is unknown or revoked. Ask a lead for a new one.",
  },
  pinWrong: {
    code: "E2244",
    status: 403,
    message: "This PIN is wrong.",
  },
  signInWaits: {
    code: "E2245",
    status: 429,
    message: "Too many wrong tries. Try again later, or ask another lead.",
  },
  badgeNotMade: {
    code: "E2246",
    status: 409,
    message: "This badge cannot be made. Nothing was changed.",
  },
  badgeNotFound: {
    code: "E2247",
    status: 404,
    message: "There is no such badge, or it was revoked.",
  },
  orderFolderUnusable: {
    code: "E2310",
    status: 409,
    message: "This folder cannot be used. Nothing was changed.",
  },
  formatNotSupported: {
    code: "E2161",
    status: 409,
    message:
      "A trial version of Packbench wrote this, and its format is no longer supported. Nothing was changed.",
  },
} as const;
