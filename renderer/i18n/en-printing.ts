/**
 * English words of prints: why a print waits or failed, other stations' requests, reasons for
 * reprints, and a purchase that the printer blocks.
 */
export const enPrinting = {
  waitingPrints: {
    title_one: "{{station}} asks for {{count, number}} more print here",
    title_other: "{{station}} asks for {{count, number}} more prints here",
    lead: "Ten prints a minute for another station are printed without asking. Print more only if you know that they are wanted.",
    print: "Print them",
    reject: "Reject them",
    recall: "Ask again about prints of other stations",
  },
  cause: {
    somePrinter: "The printer",
    refused: "{{printer}} refuses the connection. Switch it on or check its port.",
    unreachable:
      "{{printer}} cannot be reached. Check its power, its cable, its address and the network.",
    "paper out": "{{printer}} is out of labels. Load a new roll.",
    "ribbon out": "{{printer}} is out of ribbon. Load a new ribbon.",
    "head open": "The print head of {{printer}} is open. Close its lid.",
    paused: "{{printer}} is paused. Press its pause key.",
    fault: "{{printer}} reports a fault. Look at the printer.",
    busy: "The memory of {{printer}} is full. It takes labels again once it has printed.",
    "no answer": "{{printer}} stopped answering. Check whether it has labels and is closed.",
    timeout: "{{printer}} did not answer in time. Check its cable, and whether it has labels.",
    "connection lost":
      "The connection to {{printer}} broke in the middle of the label. Check its cable and its power.",
    "not counted": "{{printer}} reports that it is done, but has counted no label.",
    cancelled: "Printing on {{printer}} was stopped.",
    folder:
      "The label could not be written into the folder of {{printer}}. Check the folder and its disk.",
    "queue stopped":
      "The system's print queue of {{printer}} passes no labels on. Look at it in the system's printer settings.",
    "no printer":
      "No printer is set up for labels. Add one under Printers; the label is printed then.",
    "printer removed":
      "The printer of this print was removed under Printers. Print it on another printer.",
    "printer off":
      "{{printer}} is switched off under Printers. The label waits until it is switched on there.",
    "not drawn": "The label could not be drawn or checked. Print it again with F6.",
    other: "{{printer}} did not print. Look at the printer, then print the label again.",
    expired: "The print expired before it could be started.",
    "batch stopped": "The batch was stopped before this label was printed.",
    restored:
      "This print was waiting when the restored backup was made, and may have been printed since. Look for the label; print it again if it is missing.",
    "not shared": "The printer is not shared any more. Print the label on another printer.",
    "not answered":
      "The request expired, and the printer's station did not answer. If that station was disconnected, it may have printed the label: look there before printing again.",
    "station gone":
      "The requesting or the printer's station left the hub, or was revoked. Before printing again, check at that printer whether the label came out.",
    "printed elsewhere": "The label was sent to a printer of another station instead.",
    "waits for a person":
      "The requesting station wants more than ten prints in a minute. A person at the printer's station must allow this print.",
    "not allowed":
      "Not printed: a person at the printer's station rejected this print, or the requesting station has too many open prints there.",
    "not valid": "The printer's station refused the request, because the request is not valid.",
    "station stopped": "The station stopped while the label was being sent.",
    converting: "The document is still being converted. Labels behind it are printed meanwhile.",
    "cancellation open":
      "The carrier is being asked to cancel this label. It is printed only if the carrier refuses.",
    "shipment cancelled": "The order was cancelled before its label was printed.",
    "shipment cancelled, may be printed":
      "The order was cancelled, and it is unknown whether its label was printed. If the label lies at the printer, throw it away.",
  },
  /** Causes of a print at another station, if their words in `cause` speak of this station. */
  causeElsewhere: {
    "printer removed": "The printer was removed at its station. Print on another printer.",
    "printer off": "{{printer}} is switched off at its station. Print on another printer.",
    "shipment cancelled": "The order was cancelled, or its label replaced, before the print.",
    restored:
      "The printer's station has restored an older backup since, and may have printed this before. Look there before printing again.",
  },
  reprint: {
    title: "Why is the label of {{order}} printed again?",
    lead: "This label was sent to the printer before. The reason is kept with the copy; throw the earlier label away.",
    titleOfMany_one: "Why is {{count, number}} label printed again?",
    titleOfMany_other: "Why are {{count, number}} labels printed again?",
    leadOfMany:
      "These labels were sent to the printer before. The reason is kept with the copies; throw the earlier labels away.",
    reasons: {
      jam: "Paper jam",
      damaged: "Damaged",
      unreadable: "Cannot be read",
      lost: "Lost or never came out",
      other: "Another reason",
    },
    no: "Do not print",
  },
  gate: {
    title: "Not bought: the label printer cannot print",
    nothing: "Nothing was bought, and nothing was charged.",
    waits:
      "Fix the printer and try again. Or buy now: the label waits, and is printed when the printer is ready.",
    again: "Try again {{price}}",
    off: "{{printer}} is switched off. Switch it on under Printers, or let another printer print labels.",
    ready: "{{printer}} is ready now. Enter buys the label and prints it.",
    anyway: "Buy, print later",
    printers: "Open Printers",
  },
} as const;
