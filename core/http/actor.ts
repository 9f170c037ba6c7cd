/** The caller of an operation and where the call comes from. */
import type { LeadAct } from "./lead-acts.schema.ts";

/**
 * Limits for what the window's page may name in a call. `chosen`: paths that a person has chosen in
 * the system's dialog in this run, and the station's own paths.
 */
export type PagePlaces = { readonly isKiosk: boolean; readonly chosen: readonly string[] };

/** The member of one organization who acts, by an API token or at the desk. */
export type Actor = {
  readonly organizationID: string;
  readonly memberID: string;
  readonly role: "owner" | "admin" | "user" | "limitedAccessUser";
  readonly via: "token" | "desk";
  /**
   * Present at a desk where members sign in with badges. `locked`: nobody is signed in; the actor
   * has no member.
   */
  readonly signIn?: "signedIn" | "locked";
  /**
   * Lead whose badge allowed this one call, and the acts for which the lead was asked. The actor
   * keeps its own role, so that the leave allows these acts and nothing else; `memberID` is the
   * member who acts.
   */
  readonly approved?: { readonly by: string; readonly acts: readonly LeadAct[] };
  /** Present when the window's page itself calls. */
  readonly page?: PagePlaces;
  readonly token?: {
    readonly id: string;
    /** Whether the token may write; false limits the token regardless of what its member may do. */
    readonly canWrite: boolean;
    /**
     * Whether the token may GET as its member. False: the token may only print, sees only the print
     * jobs that it made, and has separate Idempotency-Keys.
     */
    readonly canRead: boolean;
    /** Uploads that the token may print: nothing, PDFs and pictures, or also ZPL. */
    readonly prints: "nothing" | "documents" | "raw";
    /**
     * Whether the token is restricted compared to its member: to addresses, until a date, or to
     * reading. A restricted token cannot create tokens.
     */
    readonly isNarrow: boolean;
  };
};
