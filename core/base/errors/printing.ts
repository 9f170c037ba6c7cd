/** Errors of printers and print jobs. */
export const PRINTING = {
  printerNotFound: { code: "E2025", status: 404, message: "Printer not found." },
  printJobNotFound: { code: "E2027", status: 404, message: "Print job not found." },
  printJobNotAnswerable: {
    code: "E2028",
    status: 409,
    message: "This print job cannot be answered that way in its present state.",
  },
  simulatorPageNotOpened: {
    code: "E2049",
    status: 409,
    message:
      "The page of the printer simulator could not be opened. Type its address into a browser.",
  },
  rawPrintNotAllowed: {
    code: "E2070",
    status: 403,
    message:
      "This token may print PDFs and PNGs, but no ZPL. Send a PDF or a PNG, or ask an owner or admin for a token with print:raw.",
  },
  printJobNotWaiting: {
    code: "E2071",
    status: 409,
    message: "This print job is no longer waiting and cannot be cancelled.",
  },
  printerNoLongerShared: {
    code: "E2147",
    status: 409,
    message:
      "This printer is no longer shared, or is gone. No request was created. Read the shared printers again, and choose another one.",
  },
  noSharedPrinters: {
    code: "E2148",
    status: 409,
    message:
      "This station has joined no other stations, so it can use no printer of theirs. Join a hub in Settings, Stations, or print here.",
  },
  printRequestNotCancellable: {
    code: "E2149",
    status: 409,
    message:
      "The printer's station has already taken this print, or the print has ended. It was not cancelled; cancel it in that station's print journal.",
  },
  printRequestNotFound: {
    code: "E2153",
    status: 404,
    message:
      "There is no such print at a shared printer, or it was deleted thirty days after it was asked for.",
  },
} as const;
