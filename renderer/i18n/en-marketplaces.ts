/** English words of marketplaces: other servers of this interface whose offers are sold here. */
export const enMarketplaces = {
  title: "Marketplaces",
  lead: "A marketplace, or another Packbench, sells you labels from a balance that you keep there. Its offers are shown next to yours.",
  none: "None is connected yet.",
  connect: "Connect a marketplace",
  connectLead:
    "The marketplace gives you its address and a token. Nothing is sent about an order until you switch that on.",
  connectNow: "Connect and check",
  connected: "The marketplace was connected.",
  name: "Name",
  nameHint: "Offers and labels are shown with it. Empty: the host of the address.",
  fields: {
    url: "Address of the marketplace",
    token: "Token",
    mode: "Labels",
    limitSeconds: "Seconds to wait for its offers",
  },
  hints: {
    url: "Like https://pazar.example.com; /api/v1 may be left out.",
    limitSeconds: "From 1 to 30.",
  },
  check: "Check",
  checkOf: "Check the connection of {{name}}",
  checking: "Asking {{name}}…",
  checked: {
    accepted: "{{name}} accepts the token.",
    refused: "{{name}} cannot be used like this.",
    unreachable: "{{name}} did not answer.",
  },
  asks: "Ask for prices",
  asksOf: "Ask {{name}} for prices",
  asksWhen: { off: "Off", onDemand: "Only when I ask", always: "With every order" },
  asksMeans:
    "Asking sends the recipient’s name, address and phone, and what is in the parcel, to {{host}}.",
  asksOff: "Off: nothing about an order is sent to {{host}}, and none of its offers are shown.",
  test: "Only test orders",
  balance: "Balance there",
  balanceUnknown: "not asked yet",
  askFirst: "Ask",
  askBalance: "Ask again",
  askBalanceOf: "Ask {{name}} for the balance",
  askingBalance: "Asking {{name}}…",
  ago: "{{time}} ago",
  problem: "The balance could not be read: “{{words}}”",
  justNow: "just now",
  debt: "{{amount}} owed there",
  balances: "Balances at marketplaces",
  money: {
    none: "No money moved, neither at {{name}} nor here.",
    earlier: "Only the earlier label was charged; nothing more was.",
    unknown:
      "It is not known yet whether {{name}} took the price from the balance there. Nothing was charged here, and nothing is bought twice.",
    held: "{{name}} takes the price from the balance there. Nothing was charged here, and nothing is bought twice.",
  },
  refusedDo: "Choose another offer, or settle this at the marketplace and try again.",
  undoLead:
    "{{service}}. {{amount}} goes back to the balance at {{name}}, and the label is no longer valid. If it was printed, take it off the parcel and throw it away.",
  paidFrom: "Paid from the balance at {{name}}",
  busyLong:
    "{{name}} has not answered yet, {{seconds}} s. The next scan is kept; nothing is bought twice.",
  notHeld: "{{name}} takes the price from the balance there; nothing is held here.",
  testLead: "Asks the marketplace for your balance there, and sends nothing about an order.",
} as const;
