/** English words of the stations of an organization. */
export const enStations = {
  title: "Stations",
  alone: {
    lead: "This station works alone. Joined with other stations, it shares orders, labels, addresses and the balance, and keeps working when the network is down.",
    notGoneOn:
      "Joining was interrupted. The station works as before, and continues joining at its next start.",
    code: "Join code",
    codeHint:
      "From the computer that runs the hub, or a station that lets desks in. Paste it, or scan its QR code here.",
    codeWrong: "A join code begins with PB1-. Copy it as a whole.",
    join: "Join",
    comes: "Comes along",
    comesWhat: "Addresses, boxes, and orders without a label.",
    stays: "Stays behind",
    staysWhat:
      "Bought labels and the balance stay in this station's current organization, and can still be read there. The first station that joins a hub brings everything.",
  },
  joining: {
    title: "Joining",
    asks: "Asking the hub…",
    share: "{{share}} % of the organization's data is here.",
    next: "Then the station starts again by itself, in its new organization, and this page comes back.",
    starts: "The station starts again…",
  },
  be: {
    title: "Be the hub",
    lead: "For the first station: this computer lets the other stations in and passes all changes on. While this computer is off, the stations do not get each other's changes, but keep packing.",
    found: "nats-server {{version}} is here.",
    missing: "nats-server is not on this computer.",
    howTo: "The hub needs nats-server 2.12 or newer. Get it in one of these ways:",
    path: "Where the program is",
    pathHint: "Only if Packbench does not find it.",
    look: "Look again",
    start: "Be the hub",
    starting: "The hub starts, and this station joins it…",
    old: "This computer cannot be the hub yet.",
    failed: "The hub is not running.",
  },
  own: {
    title: "Join your organization's own server",
    lead: "For a NATS server that your IT runs. Your IT gives you the addresses and the credentials file.",
    servers: "Addresses",
    serversHint: "Several with commas between them.",
    serversWrong: "Type an address.",
    credentials: "Credentials file (.creds)",
    credentialsWrong: "Choose the file, or paste its text.",
    authority: "Certificate of the server's authority (PEM)",
    authorityHint: "Only if this computer does not trust the server's certificate already.",
    fileHint: "Choose the file, or paste its text.",
    choose: "Choose a file",
  },
  hub: {
    title: "Hub: {{name}}",
    state: { "in step": "In step", behind: "Catching up", "cut off": "Cut off" },
    means: {
      "in step": "Changes made here reach the other stations within moments.",
      behind: "Changes are being sent. The oldest is {{since}} old.",
      "cut off":
        "The hub has not been reached for {{since}}. This desk keeps working with the money, numbers and orders that it has. Its changes wait here and are sent by themselves.",
      "shut out":
        "The hub has not let this station in for {{since}}. Changes made here wait, and are sent once the station has joined again.",
    },
    needless:
      "That was a join code. This desk has already joined the hub {{name}}: scan the code at the desk that joins. For another hub, leave this one first.",
    again: "Was this station revoked, or the hub set up again? Join again with a new code",
    waiting: "Waiting to be sent",
    nothing: "nothing",
    changes_one: "{{count, number}} change",
    changes_other: "{{count, number}} changes",
    servers: "Address",
    here: "This computer runs the hub. While it is off, the stations do not get each other's changes.",
    hereFailed: "This computer should run the hub, but the hub is not running.",
    folder: "Keep a copy of this folder: {{folder}}",
  },
  name: {
    title: "Name of this desk",
    lead: "All stations show this name: where an order is open, and in their lists.",
    label: "Name of this desk",
    save: "Save the name",
    done: "Saved.",
    wrong: "Type a name of 1 to {{most}} letters.",
  },
  table: {
    title: "Stations",
    name: "Station",
    this: "this one",
    state: "State",
    here: "here",
    cutOff: "cut off",
    away: "away",
    seen: "seen {{when}}",
    packs: "Packs now",
    waiting: "Waits there",
    money: "May spend",
    clock: "Clock",
    clockRight: "right",
    clockFast: "fast by {{by}}",
    clockSlow: "slow by {{by}}",
    revoke: "Revoke",
    revokeNow: "Revoke: it can no longer connect",
    revokeThere: "To revoke a station that was lost, type on the hub's computer:",
    nameOf: "NAME",
    serverFirst:
      "Before you revoke a lost station, have the server's administrator remove the station's user there. The station's part of the balance then comes back.",
    serverThere:
      "Revoke a lost station at the station that founded the organization at this server.",
  },
  conflicts: {
    title: "Needs you",
    shipment: "Shipment {{number}}",
    since: "since {{when}}",
    open: "Open the shipment",
    balance: "Balance",
    topUp: "Top-up {{reference}}",
    note: "A note that all stations share",
    labels: {
      stays: "Stays: {{barcode}}.",
      asked: "{{carrier}} is asked to void {{barcode}}: do not hand it over.",
      elsewhere:
        "The desk that bought {{barcode}} asks the carrier to void it: do not hand it over.",
      refused:
        "{{barcode}} could not be voided: do not hand it over, and have {{carrier}} cancel it.",
    },
    user: "The station's user there: {{user}}.",
    writer: "The note names {{name}} as its writer; the hub cannot prove that.",
    kinds: {
      apart:
        "Stations that were cut off from each other made changes that exclude each other, such as two purchases. Look at the history, and cancel the label that is not used.",
      double:
        "Two stations that were cut off from each other bought a label each. One label stays; do not hand the other label over.",
      overdrawn:
        "While desks were cut off from each other, approved purchases cost more than the balance had, or a shipment was cancelled at two desks and both refunds were spent. Top up the balance.",
      "top-up":
        "Two stations that were cut off from each other added different amounts under this reference. The earlier amount counts; the other was taken back. Check which amount was paid, and add what is missing under another reference.",
      credit:
        "The debt to this carrier is above the credit limit: stations that were cut off from each other bought above it together, or the limit was lowered. Enter the payments that were made, or raise the limit.",
      versions:
        "Two stations entered prices from the same day on. The prices that were entered later count. Compare both, and enter new prices if the earlier ones were right.",
      ranges:
        "A barcode range has barcodes of an older range, because two stations entered ranges at the same time. It is not used. Add the part that is in no other range.",
      "hub set back":
        "The hub was emptied or set back. The hub gives numbers and money again when that desk has reported what it has. Start that desk, or have it revoked if it was lost.",
      "newer version":
        "Changes were made by a newer Packbench. They are kept, and count when this station is updated.",
      clock:
        "Changes were made with a clock that is more than five minutes fast. They are kept, and count here when their time has come. Set that station's clock.",
      failed:
        "Changes could not be applied here, by a fault of this station. They are kept, and tried again each hour. Press Check now in Settings, Data and backup.",
      revoked:
        "Changes were made after the station was revoked. They do not count. Look at what was bought there since.",
      foreign:
        "Changes under that station's name were not its own, or are about another organization. They are left out. Another station may have made them: look at the joined stations, and revoke those that you do not know, or that were lost or stolen.",
      "user left":
        "This station was revoked. Have the server's administrator remove the station's user there, if that is not done yet. Until then the station can come back.",
      note: "A station overwrote a note that all stations share. It was restored, and nothing is lost. Look at the joined stations, and revoke those that you do not know.",
      waiting:
        "Too many changes of that station wait for missing rows or an update, so further changes are not kept. Update Packbench on this computer. If that does not help, revoke that station.",
      deadly:
        "Packbench closed twice on this computer while it took in changes of that station. They are left out. Update Packbench on this computer. Revoke that station if it was lost or stolen.",
      unreadable:
        "Changes of that station cannot be read, and are left out. Update all stations to the same version. If that does not help, revoke that station.",
    },
  },
  invite: {
    title: "Let desks in",
    lead: "Creates a code that you enter at each new desk, in Settings, Stations.",
    whom: "For whom",
    newDesks: "New desks",
    known: "{{name}}, which has lost its key",
    desks: "How many desks",
    hours: "For how many hours",
    wrong: "Type a whole number from 1 to {{most}}.",
    make: "Make a code",
    code: "Join code",
    qr: "The join code as a QR code",
    until_one: "For {{count, number}} desk, until {{when}}.",
    until_other: "For {{count, number}} desks, until {{when}}.",
    secret: "Whoever has the code can join. Give it to nobody else.",
  },
  leave: {
    title: "Leave the hub",
    lead: "The organization stays with the other stations, with this station's part of the balance. This desk continues with a separate organization, and can still read its copy of the shared one. This desk's addresses and waiting orders stay with the other stations.",
    do: "Leave",
    now: "Leave the organization to the others",
    keepLead:
      "If no other station works with this organization any more, this station can keep it, even after the hub was lost for good:",
    keep: "Go on alone with it",
    keepNow: "No other station works with it: go on alone",
  },
} as const;
