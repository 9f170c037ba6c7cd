/** Errors of labels and documents. */
export const LABELS = {
  labelNotCreated: {
    code: "E1072",
    status: 409,
    message: "The shipping label could not be created.",
  },
  labelNotHere: { code: "E2020", status: 404, message: "The label is not on this station." },
  labelLinkInvalid: { code: "E2021", status: 403, message: "The label link is not valid." },
  fileUnreadable: { code: "E2029", status: 400, message: "The file could not be read." },
  labelFailedCheck: {
    code: "E2035",
    status: 409,
    message: "The label did not pass its own check and was not printed.",
  },
  labelErased: {
    code: "E2055",
    status: 410,
    message: "The personal data of this shipment was erased, so its label can no longer be drawn.",
  },
  documentNotFound: {
    code: "E2056",
    status: 404,
    message: "The document is not on this station. Upload it again.",
  },
  recipientDoesNotFit: {
    code: "E2057",
    status: 409,
    message:
      "The recipient does not fit on this label. Shorten the name or the address, or print on larger paper.",
  },
  layoutUnknown: {
    code: "E2058",
    status: 409,
    message: "This version of Packbench does not have the label's layout. Install a newer one.",
  },
  rendererLost: {
    code: "E2059",
    status: 409,
    message:
      "The station could not draw this just now. Nothing was changed. Try again in a moment.",
  },
  tooManyDocuments: {
    code: "E2060",
    status: 409,
    message:
      "The station cannot store another document: the stored ones still wait to be printed. Upload this one again after they are printed.",
  },
  documentStillPrinting: {
    code: "E2061",
    status: 409,
    message: "A print of this document has not ended. Delete the document afterwards.",
  },
  fileNotSaved: {
    code: "E2062",
    status: 409,
    message: "The file could not be saved there. Choose another folder.",
  },
  labelAtServer: {
    code: "E2190",
    status: 409,
    message:
      "The label is at the server where it was bought, and cannot be read from there now. Nothing was printed. Try again later.",
  },
  labelFileElsewhere: {
    code: "E2158",
    status: 409,
    message:
      "The carrier's label file is at another desk and cannot be fetched now. Nothing was printed. Print it there, or try again later.",
  },
} as const;
