/** Errors of sync between stations. */
export const SYNC = {
  conflictingChanges: {
    code: "E2053",
    status: 409,
    message:
      "Stations without a connection to each other made conflicting changes to this shipment, such as buying two labels. Compare its labels and its tracking, and cancel the surplus label at the carrier.",
  },
  joinCodeInvalid: {
    code: "E2111",
    status: 400,
    message:
      "This is not a valid join code; a character may be missing. Copy the whole code again.",
  },
  hubNotReached: {
    code: "E2112",
    status: 409,
    message:
      "The hub did not answer. Check that the hub runs, that both machines are on one network, and that the firewall of the hub's machine allows the hub's port.",
  },
  hubIsAnotherMachine: {
    code: "E2113",
    status: 409,
    message: "Another machine answers at the hub's address. Make a new join code on the hub.",
  },
  joinCodeUsed: {
    code: "E2114",
    status: 409,
    message:
      "This join code was used already, has ended, or is not known to the hub. Make a new one on the hub.",
  },
  hubServerTooOld: {
    code: "E2115",
    status: 409,
    message: "The hub's nats-server is too old. Update it on the hub's machine.",
  },
  clocksApart: {
    code: "E2116",
    status: 409,
    message:
      "The clocks of this machine and of the hub are more than five minutes apart. Set them, then try again.",
  },
  hubRefusesStation: {
    code: "E2117",
    status: 409,
    message:
      "The hub does not accept this station. Revoke it on the hub if it is still listed there, then join with a new code.",
  },
  joinedOtherHub: {
    code: "E2118",
    status: 409,
    message:
      "This station has joined another hub. Have it leave that one first. Nothing was changed.",
  },
  hubOfOtherOrganization: {
    code: "E2119",
    status: 409,
    message: "This hub is of another organization. Nothing was changed.",
  },
  alreadyJoining: {
    code: "E2120",
    status: 409,
    message: "The station is already joining a hub. Wait until it has joined.",
  },
  numbersUsedUp: {
    code: "E2131",
    status: 409,
    message:
      "This station has used up its numbers, and the hub that gives new ones is not reached. Nothing was done. Check the connection to the hub and try again.",
  },
  balanceElsewhere: {
    code: "E2132",
    status: 409,
    message:
      "The rest of the balance is at the other stations and comes as soon as the hub is reached. Nothing was bought. Check the connection to the hub and try again.",
  },
  balanceNotSpendable: {
    code: "E2133",
    status: 409,
    message:
      "This station cannot spend any of the balance: it was revoked, or an older copy of its data was restored. Nothing was bought. An owner must join the station to the hub again.",
  },
  orderElsewhere: {
    code: "E2134",
    status: 409,
    message:
      "This order is at another desk, which is not reached now. Nothing was bought. Pack it there, or try again when that desk is connected.",
  },
  hubSetBack: {
    code: "E2135",
    status: 409,
    message:
      "The hub was emptied or set back to an older state. It gives numbers and money again when every desk has reported what it has. Nothing was done. Start the other desks, or have those that are gone revoked at the hub, and try again.",
  },
  labelVoid: {
    code: "E2136",
    status: 409,
    message:
      "This label is void: do not hand it over. Its parcel has another label, or its shipment is cancelled. Take this label off the parcel.",
  },
  mayNotManageStations: {
    code: "E2140",
    status: 409,
    message:
      "This station may not let others in or revoke them. Do it at the hub's computer, or at the station that founded the organization.",
  },
  notInStep: {
    code: "E2141",
    status: 409,
    message:
      "The station can leave when it is in step with the hub. Nothing was changed. Wait until it is, or keep the organization if no other station works with it any more.",
  },
  otherStationsWork: {
    code: "E2142",
    status: 409,
    message:
      "Other stations work with this organization. Nothing was changed. Revoke them first, or leave the organization to them.",
  },
  hubNotStarted: {
    code: "E2143",
    status: 409,
    message: "The hub could not be started on this computer.",
  },
  alreadyJoined: {
    code: "E2144",
    status: 409,
    message:
      "This station has joined a hub already. Have it leave that one first. Nothing was changed.",
  },
  credentialsInvalid: {
    code: "E2145",
    status: 400,
    message:
      "This is not a credentials file of a nats-server. Ask the server's administrator for the .creds file of this station.",
  },
  hubIncomplete: {
    code: "E2146",
    status: 409,
    message:
      "The hub cannot be joined yet: a part of it is missing or set up differently. Nothing was changed.",
  },
  hubWaitsForItsOwn: {
    code: "E2150",
    status: 409,
    message:
      "This hub has lost its data and waits for a desk of its own organization. Nothing was changed. Start a desk that has worked with this hub before; join when that desk is in step with the hub.",
  },
  stationConnected: {
    code: "E2151",
    status: 409,
    message:
      "This station is connected now. Nothing was changed. Ask the administrator of the nats-server to remove its user there, and revoke it when it has been gone for half a minute.",
  },
  organizationKeyMissing: {
    code: "E2155",
    status: 409,
    message:
      "This station lacks the key of the organization's secrets. Nothing was saved. Start a station that has been in the organization for longer, and try again.",
  },
  snapshotNotUsable: {
    code: "E2157",
    status: 409,
    message:
      "The hub's snapshot of the organization cannot be merged. Nothing was changed. Start a station that has the organization's data, wait for ten minutes, and try again.",
  },
  hubDiskFull: {
    code: "E2159",
    status: 409,
    message:
      "The disk of the hub's computer is full, read-only or failing, so the hub cannot let this station in. Free some space there, then try again with the same code.",
  },
  organizationTooNew: {
    code: "E2160",
    status: 409,
    message:
      "The organization's data was written by a newer Packbench than this one. Nothing was changed. Update this station, then try again.",
  },
} as const;
