/** English words of Hand-over: trucks, scans and their refusals, manifests. */
export const enHandOver = {
  title: "Hand-over",
  lead: "Scan each parcel as it goes onto the truck.",
  reading: "Reading today's parcels…",
  failed: "The parcels to hand over could not be read",
  empty:
    "No parcel waits for a carrier. Buy a label in Pack: its parcel is then scanned onto the truck here.",
  choose: "Which truck is being loaded? Press its digit, or scan its first parcel.",
  counts: { here: "still here", loaded: "on the truck", handedOver: "handed over today" },
  unannounced_one: "{{count, number}} is not announced",
  unannounced_other: "{{count, number}} are not announced",
  canceled_one: "{{count, number}} cancelled parcel must come off",
  canceled_other: "{{count, number}} cancelled parcels must come off",
  code: "Label that does not scan",
  codeCount: "Count",
  codeOff: "Take off",
  scanFirst: "Scan the first parcel.",
  scanNext: "Scan the next parcel.",
  scanned: {
    loaded: "On the truck",
    passed: "On the truck, though {{carrier}} does not know it",
    repeated: "Already on the truck: counted once",
    takenBack: "Taken off the truck",
  },
  notCounted: "Not counted",
  nothingCounted: "nothing was counted",
  undo: "Take it off again",
  pass: "Hand it over all the same (lead)",
  endNow_one: "End loading: {{count, number}} parcel",
  endNow_other: "End loading: {{count, number}} parcels",
  takeOff: "Take a parcel off",
  takingOff: "Scan the parcel to take off the truck",
  takingOffLead: "The next scan takes its parcel off the truck. Scans after it load again.",
  takeNoneOff: "Load again",
  allCarriers: "All carriers",
  noneLoaded: "No parcel was scanned onto this truck.",
  lastEnded: "The loading ended at {{time}}: {{by}}.",
  noneHere: "Nothing of this carrier is left here.",
  notAnnounced: "not announced",
  mustComeOff: "cancelled: take it off",
  otherDesk: "another desk",
  off: "Take off",
  takeThisOff: "Take {{name}}, {{code}}, off the truck",
  more: "The first {{shown, number}} of {{count, number}}",
  parcels_one: "{{count, number}} parcel",
  parcels_other: "{{count, number}} parcels",
  ended: "Manifests of today",
  isEnding: "not finished: that desk has stopped or is still ending it",
  elsewhere_one:
    "{{count, number}} parcel is on another manifest too, and this one lists it no longer: look which truck took it",
  elsewhere_other:
    "{{count, number}} parcels are on another manifest too, and this one lists them no longer: look which truck took them",
  takenBack_one:
    "{{count, number}} listed parcel was taken off at another desk: look whether it left",
  takenBack_other:
    "{{count, number}} listed parcels were taken off at another desk: look whether they left",
  end: {
    title_one: "Hand {{count, number}} parcel over to {{carrier}}?",
    title_other: "Hand {{count, number}} parcels over to {{carrier}}?",
    stays_one: "{{count, number}} parcel of this carrier stays here. The manifest lists it too.",
    stays_other:
      "{{count, number}} parcels of this carrier stay here. The manifest lists them too.",
    noneStays: "Nothing of this carrier stays here.",
    yesPrint: "Hand over, print the manifest",
    yesSave: "Hand over, save the manifest",
    no: "Scan on",
    sending: "Ending the loading…",
    done_one: "{{count, number}} parcel handed over to {{carrier}}",
    done_other: "{{count, number}} parcels handed over to {{carrier}}",
    failed: "The loading has not ended",
    refused: {
      EMPTY: "No parcel is on this truck. Another desk may have ended its loading just now.",
      CANCELED_one:
        "The label of {{count, number}} parcel on this truck was cancelled. Take it off: F9, then scan it.",
      CANCELED_other:
        "The labels of {{count, number}} parcels on this truck were cancelled. Take them off: F9, then scan each.",
      ENDING: "This desk is just ending the loading. Wait a moment.",
    },
  },
  paper: {
    print: "Print manifest",
    pdf: "Manifest as PDF",
    xlsx: "For a spreadsheet",
    making: "Making the manifest…",
    missing: "There is no manifest yet for the courier to sign. Make it again: F6.",
    printed:
      "The manifest was sent to the printer for A4 documents. The courier signs it. If no paper comes, save it as a PDF.",
  },
  passing: {
    title: "Hand over a parcel that its carrier does not know?",
    lead: "The branch may refuse it or send it back. Only an owner or admin may do this; the audit log names you.",
    yes: "Hand it over",
    no: "Keep it here",
  },
  refused: {
    UNKNOWN: {
      title: "No label has this code",
      next: "Scan the carrier's barcode on the label. If it is damaged, type the number below it.",
    },
    NO_LABEL: {
      title: "Order {{number}} has no label yet",
      next: "Pack it first. Put the parcel aside.",
    },
    CANCELED: {
      title: "Cancelled: do not hand it over",
      next: "The label of shipment {{number}} is cancelled. Put the parcel aside.",
    },
    VOID: {
      title: "Void label: do not hand it over",
      next: "Shipment {{number}} goes with the label {{stays}}. Take this label off the parcel.",
    },
    TEST: {
      title: "TEST label: do not hand it over",
      next: "No carrier knows shipment {{number}}. Pack it again outside of test mode.",
    },
    SAMPLE: {
      title: "SAMPLE label: do not hand it over",
      next: "Shipment {{number}} was bought at a sample price, so no carrier knows it. Pack it again with your own agreement.",
    },
    RETURN: {
      title: "A return: it comes to us",
      next: "Shipment {{number}} is a return. Its sender hands it over.",
    },
    OTHER_CARRIER: {
      title: "Wrong truck: {{carrier}}",
      next: "Put shipment {{number}} with the parcels for {{carrier}}.",
    },
    HANDED_OVER: {
      title: "Already handed over",
      next: "Shipment {{number}} was scanned on {{at}}, and is on that manifest. If it did not leave, cross it out there.",
    },
    SCANNED_BY_CARRIER: {
      title: "The carrier has it already",
      next: "The carrier has scanned shipment {{number}}. Ask the lead what this parcel is.",
    },
    SEVERAL_BOXES: {
      title: "Several boxes",
      next: "This order has more than one box. Scan the label of each box.",
    },
    SEVERAL_ORDERS: {
      title: "Several orders have this number",
      next: "Scan the label of the parcel, or type the number below its barcode.",
    },
    NOT_ANNOUNCED: {
      title: "Not announced to its carrier",
      next: "The branch would not know shipment {{number}}. Announce it first, or ask the lead.",
    },
    ANNOUNCEMENT_REFUSED: {
      title: "Refused by its carrier",
      next: "The carrier has refused to take shipment {{number}}. Correct it under Announcements, or ask the lead.",
    },
    ANNOUNCEMENT_UNCERTAIN: {
      title: "Its carrier may not know it",
      next: "The carrier did not answer about shipment {{number}}. Ask it, or ask the lead.",
    },
    NOT_LOADED: {
      title: "Not on the truck",
      next: "Shipment {{number}} was not scanned onto this truck.",
    },
  },
  keys: {
    carrier: "Choose the carrier's truck",
    end: "End the loading and make the manifest",
    code: "Type the code of a label that does not scan",
    pass: "Lead: hand over a label that its carrier does not know",
    again: "Print or save the manifest of the last truck again",
    undo: "Take the last parcel off again",
    takeOff: "The next scan takes its parcel off",
  },
};
