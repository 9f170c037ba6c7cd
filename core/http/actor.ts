/** Who calls an operation, and from where. */

/**
 * Caller of an operation from the window's page. `chosen`: paths that a person has chosen in the
 * system's dialog in this run, and the station's own.
 */
export type PagePlaces = { readonly isKiosk: boolean; readonly chosen: readonly string[] };

/** The member of one organization who acts, by an API token or at the desk. */
export type Actor = {
  readonly organizationID: string;
  readonly memberID: string;
  readonly role: "owner" | "admin" | "user" | "limitedAccessUser";
  readonly via: "token" | "desk";
  /** Present when the window's page itself calls. */
  readonly page?: PagePlaces;
  readonly token?: {
    readonly id: string;
    /** Whatever its member may do. */
    readonly canWrite: boolean;
    /**
     * GET, as its member. False: the token may print alone, sees the print jobs that it made, and
     * has its own Idempotency-Keys.
     */
    readonly canRead: boolean;
    /** Documents that the token may print: none, PDFs and pictures, or ZPL too. */
    readonly prints: "nothing" | "documents" | "raw";
    /**
     * Narrower than its member: to addresses, a date or reading. Such a token makes no other
     * tokens.
     */
    readonly isNarrow: boolean;
  };
};
