/** English words of the first start of a station. */
export const enFirstStart = {
  title: "First start",
  lead: "Five steps to the first parcel. Any of them can be skipped, and done later.",
  progress: "{{done}} of {{all}} steps are done",
  at: "Step {{at}} of {{all}}",
  steps: {
    sender: "Sender",
    carrier: "Carrier",
    balance: "Balance",
    printer: "Printer",
    testLabel: "Test label",
  },
  next: "Next step",
  skip: "Skip this step",
  toEnd: "Finish",
  leave: "Continue later",
  open: "Open the first start",
  end: "Ready to pack",
  notReady: "Not ready to pack yet",
  needed: "Nothing can be packed without these steps: {{steps}}.",
  backTo: "Go to the step {{step}}",
  allDone: "All five steps are done.",
  left: "Left for later: {{steps}}.",
  toPack: "Go to Pack",
  toWaiting_one: "Pack the order that waits",
  toWaiting_other: "Pack the first of {{count, number}} orders",
  hasCarriers: "This station has carriers.",
  carrierLead:
    "Sample orders and sample prices show how packing goes. They are marked as samples, and one command throws them away. Your own agreement with a carrier and its price list are entered under Agreements. A marketplace sells labels without an agreement.",
  marketplace: "Connect a marketplace",
  ownCarriers: "Go to Agreements",
  noPrinter: "No printer prints labels yet. Go back to the step Printer, or skip this step.",
  testLead:
    "The test label prints on {{printer}}. All four sides of its frame must be on the paper.",
  samples: {
    title: "Sample set",
    lead: "Orders and prices that are made up, for trying out.",
    here: "Here now: {{orders}}, {{carriers}}.",
    orders_one: "{{count, number}} sample order that waits",
    orders_other: "{{count, number}} sample orders that wait",
    carriers_one: "{{count, number}} carrier with sample prices",
    carriers_other: "{{count, number}} carriers with sample prices",
    labels_one:
      "{{count, number}} sample order has a label. Throwing the set away cancels the label, and its price comes back.",
    labels_other:
      "{{count, number}} sample orders have labels. Throwing the set away cancels the labels, and their prices come back.",
    stays: {
      REAL_PRICE:
        "Sample order {{order}} stays: its label was bought at a real price. Cancel that label yourself if it is not needed.",
      PURCHASE_OPEN:
        "Sample order {{order}} stays: the purchase of its label is not finished yet. Try again when it is.",
      WITH_CARRIER: "Sample order {{order}} stays: its parcel is with the carrier.",
    },
    add: "Add sample orders and prices",
    drop: "Throw the sample set away",
    dropNow: "Throw it away: sample orders are cancelled",
    dropLabels_one: "Throw it away: {{count, number}} label is cancelled too",
    dropLabels_other: "Throw it away: {{count, number}} labels are cancelled too",
  },
} as const;
