/** Errors of organizations, members and money. */
export const ORGANIZATIONS = {
  organizationNotFound: { code: "E1053", status: 404, message: "Organization not found." },
  balanceTooLow: {
    code: "E1066",
    status: 409,
    message: "The organization's balance is not sufficient. Nothing was bought.",
  },
  balanceNotUpdated: {
    code: "E1074",
    status: 409,
    message: "The balance could not be updated. Nothing was bought.",
  },
  cardPaymentFailed: {
    code: "E1115",
    status: 409,
    message: "The card payment could not be taken.",
  },
  memberNotFound: { code: "E2015", status: 404, message: "Member not found." },
  tokenNotFound: { code: "E2018", status: 404, message: "API token not found." },
  ownerNeeded: {
    code: "E2030",
    status: 409,
    message: "An organization must keep at least one owner.",
  },
  alreadyMember: {
    code: "E2031",
    status: 409,
    message: "This member is already in the organization.",
  },
  referenceReused: {
    code: "E2051",
    status: 409,
    message: "This reference was used for another amount. Nothing was added.",
  },
} as const;
