/** English words of jobs without an answer from a carrier or receiver. */
export const enJobs = {
  section: "Requests without an answer",
  none: "Every carrier and every program has answered.",
  title: "Requests without an answer",
  lead: "The station got no reliable answer to the requests below and has stopped asking. Call the carrier or the receiver, then decide.",
  kinds: {
    quote: "Asking for prices",
    buy: "Buying a label",
    cancel: "Cancelling a label",
    discard: "Cancelling an unbought shipment at a marketplace",
    announce: "Announcing a parcel to its carrier",
    release: "Letting the orders of a cancelled parcel wait again",
    webhook: "Notifying another program",
    upkeep: "Upkeep of the database",
  },
  since_one: "Since {{when}}, {{count, number}} attempt",
  since_other: "Since {{when}}, {{count, number}} attempts",
  instruction: {
    buy: "Ask the carrier whether it sold the label {{key}}. If it did, have the label cancelled there first, and then choose “It was not done”. If the carrier sold no label, choose “It was not done” at once. Or try again: the carrier is asked again, with the same key.",
    cancel:
      "Ask the carrier whether it has cancelled the label {{key}}. If it has, try again: it must confirm that. If the label is still valid, choose “It was not done”.",
  },
  again: "Try again",
  end: "It was not done",
  notSold: "Has the carrier confirmed that it sold no label?",
  notSoldWhy:
    "If the carrier sold a label, have it cancelled there first. The purchase ends without a label, and its money can be spent again.",
  notCancelled: "Has the carrier confirmed that the label is still valid?",
  notCancelledWhy: "The cancellation ends, and the label stays paid.",
  confirm: "Yes, confirmed",
  leave: "Not yet",
  notDone: "This could not be changed",
} as const;
