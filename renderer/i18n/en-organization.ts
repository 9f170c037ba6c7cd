/** English words of an organization's sender, balance, names and company, and of its set-up. */
export const enOrganization = {
  section: "Organization",
  saved: "Saved",
  notSaved: "Not saved",
  sender: {
    title: "Sender",
    lead: "Carriers collect at this address, and every label shows it. Orders can be imported once the address is set.",
    save: "Save the sender",
  },
  balance: {
    title: "Balance",
    lead: "{{amount}} can be spent. Enter payments that have come in.",
    amount: "Amount in TL",
    reference: "Reference",
    referenceHint:
      "The bank's number of the payment. A payment that is entered twice is added once.",
    save: "Add to the balance",
    added: "{{amount}} was added (reference {{reference}}).",
    addedPlain: "{{amount}} was added.",
    known:
      "Reference {{reference}} was entered before, on {{when}}: {{amount}}. Nothing was added now.",
    failed: "The top-up is not confirmed",
  },
  names: {
    title: "Names",
    member: "Packer at this desk",
    organization: "Organization",
    save: "Save the names",
  },
  company: {
    title: "Company",
    lead: "For invoices, and for carriers that ask who you are.",
    taxOffice: "Tax office",
    taxNumber: "Tax number",
    phone: "Phone",
    email: "E-mail",
    save: "Save the company",
  },
  example: {
    amount: "1,250.50",
    member: "Elif Şahin",
  },
  wrong: {
    amount: "Type an amount above 0 and up to 1,000,000,000 TL, such as 1,250.50.",
    anyName: "Type a name.",
  },
  setUp: {
    title: "To finish the set-up",
    goOn: "Continue the first start",
    sender: "Add your sender address first: orders need one.",
    enterSender: "Enter the sender address",
    carriers: "No carrier is set up yet",
    sampleCarriers: "Use SAMPLE prices",
    sampleFailed:
      "The sample prices were not loaded. Try again, or ask an owner or admin of the organization.",
    balance: "The balance is empty",
    member: "The packer has no name yet",
    enterMember: "Enter the packer's name",
  },
} as const;
