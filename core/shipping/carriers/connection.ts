/**
 * Port to the carrier of a provider account. An agreement prices and numbers labels offline; the
 * account's connection announces them to the carrier and reads their events. Each kind of
 * connection has a folder; the rest of the code gets connections through `Deps`.
 *
 * Services and the screen check `can`, never the kind. Operations return outcomes as those of a
 * carrier do, and adapters send all requests through `Outgoing`.
 */
import type {
  CarrierFile,
  LabelOperations,
  Outcome,
  QuoteDetails,
  RemoteCarrier,
  Tracked,
} from "./carrier.ts";
import type { TextRules } from "./carrier-text.ts";
import type {
  ConnectionKindSchema,
  ConnectionOperation,
  ConnectionSettings,
} from "./connection.schema.ts";
import type { Consignment, Party } from "./consignment.ts";
import type { NotedCall, Outgoing } from "../../http/outgoing/outgoing.ts";

/** Label that is announced. */
export type AnnounceRequest = {
  /** Key of the purchase; the carrier gets it where it takes a reference. */
  readonly key: string;
  readonly consignment: Consignment;
  /** Text of the barcode that is scanned. */
  readonly barcode: string;
  readonly providerServiceCode: string;
  /**
   * Whether an earlier attempt may have reached the carrier. Then the carrier's answer that it has
   * the code already counts as done; else the code belongs to another parcel.
   */
  readonly mayBeAnnounced: boolean;
};

/** Order that the carrier collects parcels from a sender. */
export type PickupRequest = {
  /** Key of the order; the carrier gets it where it takes a reference. */
  readonly key: string;
  /** Turkish day, YYYY-MM-DD. */
  readonly day: string;
  readonly pieces: number;
  /** Weight of all parcels; 0 when unknown. */
  readonly weightKg: number;
  readonly sender: Party;
};

/** Carrier's answer to an announcement. */
export type Announced = {
  /** The carrier's ids of the parcel, for later calls. */
  readonly details: QuoteDetails;
};

/**
 * Refusal of an announcement. `code`: the carrier's code; "" when the connection refuses input
 * before the call. `field`: the field to correct, like "recipient.phone", or "account" when the
 * account must be corrected; "" when the carrier names none.
 */
export type Refusal = {
  readonly code: string;
  readonly field: string;
  readonly reason: string;
  /** The code belongs to another parcel, so that the carrier does not have this one. */
  readonly isOtherParcel?: true;
};

/**
 * Outcome of an announcement: as `Outcome`, but a refusal names the field that a person can
 * correct.
 */
export type AnnounceOutcome =
  | Exclude<Outcome<Announced>, { readonly outcome: "refused" }>
  | ({ readonly outcome: "refused" } & Refusal);

/** Makes the outcome of an announcement that the carrier has accepted. */
export function announced(value: Announced): AnnounceOutcome {
  return { outcome: "done", value };
}

/** Makes the refusal of an announcement. */
export function notAnnounced(refusal: Refusal): AnnounceOutcome {
  return { outcome: "refused", ...refusal };
}

/** Makes the outcome of an announcement whose call, or a query after it, was not done. */
export function unannounced(
  outcome: Exclude<Outcome<never>, { outcome: "done" }>,
): AnnounceOutcome {
  return outcome.outcome === "refused" ? notAnnounced({ ...outcome, field: "" }) : outcome;
}

/**
 * Operations of a connection whose carrier makes the scanned code: its labels are bought as at a
 * remote carrier, at the agreement's price. `find` returns the label of a purchase's key without
 * its file when the carrier gives the file only once.
 */
type SellingOperations = Partial<Pick<RemoteCarrier, "buy" | "find">>;

/** Operations of a connection that sells at its own prices: another server with its own balance. */
type MarketplaceOperations = Partial<
  Pick<RemoteCarrier, "quote" | "discard" | "isTest" | "isStillFor">
> & {
  /** Time within which offers come, ms. */
  readonly quoteLimitMs?: number;
  /**
   * Lists the labels that are in force there, also labels of other programs, in pages.
   *
   * @param cursor Undefined for the first page.
   */
  listOpen?(cursor: string | undefined, signal: AbortSignal): Promise<Outcome<OpenLabels>>;
  /**
   * Finds a label that the server has sold under a key with the given start, among its newest
   * shipments; done with its barcode, or null.
   */
  findSold?(
    keys: { readonly prefix: string; readonly since: string },
    signal: AbortSignal,
  ): Promise<Outcome<string | null>>;
  /** Has the server call this station when a parcel moves; null: no longer. */
  setHook?(hook: Hook | null, signal: AbortSignal): Promise<Outcome<null>>;
  /** Reads the balance from which the server's labels are paid there. */
  balance?(signal: AbortSignal): Promise<Outcome<RemoteBalance>>;
  /**
   * Reads what the server has, for a move from there.
   *
   * @param path Path after the server's address, with its query: "/shipments?page=2".
   */
  read?(path: string, signal: AbortSignal): Promise<Outcome<RemoteAnswer>>;
  /** Reads the file of a label again. @param details Details of the label's offer. */
  readLabel?(details: QuoteDetails, signal: AbortSignal): Promise<Outcome<CarrierFile>>;
};

/**
 * A page of the labels that are in force there. `next`: cursor of the following page; undefined
 * after the last one.
 */
export type OpenLabels = {
  readonly labels: readonly {
    /** The carrier's id, as `details.shipmentID` of the label. */
    readonly id: string;
    readonly barcode: string;
    readonly state: Omit<Tracked, "purchaseKey">;
  }[];
  readonly next: string | undefined;
};

/** Call by which a server says that a parcel has moved. */
export type Hook = {
  readonly url: string;
  readonly headerName: string;
  readonly headerValue: string;
};

/** Answer of another server of this interface: its body, or its refusal in one sentence. */
export type RemoteAnswer =
  | { readonly result: "done"; readonly value: Readonly<Record<string, unknown>> }
  | { readonly result: "failed"; readonly status: number; readonly reason: string };

/** Money of an account at another server. */
export type RemoteBalance = {
  /** Name of the organization there. */
  readonly organization: string;
  readonly currency: string;
  /** Minor units; negative when the server gives credit. */
  readonly balance: number;
  readonly debt: number;
};

export type Connection = LabelOperations &
  SellingOperations &
  MarketplaceOperations & {
    readonly accountID: string;
    /** Name of a kind, like "yurtici". */
    readonly kind: string;
    /** Name of the account, shown to people. */
    readonly name: string;
    readonly can: ReadonlySet<ConnectionOperation>;
    /** Rules for the texts that the carrier accepts; absent: any text. */
    readonly textRules?: TextRules;
    /** Highest number of announcements per second. */
    readonly announcesPerSecond: number;
    /** Time limit of one call, ms. */
    readonly timeoutMs: number;
    /**
     * Finds what the carrier would refuse, before anything is bought or sent. A pure check of texts
     * and numbers; the consignment already follows `textRules`.
     */
    check?(consignment: Consignment): Refusal | undefined;
    /** Checks the credentials; done with a sentence about the account. */
    test?(signal: AbortSignal): Promise<Outcome<string>>;
    announce?(request: AnnounceRequest, signal: AbortSignal): Promise<AnnounceOutcome>;
    /** Orders a collection; done with the carrier's reference of it, "" when it gives none. */
    pickup?(request: PickupRequest, signal: AbortSignal): Promise<Outcome<string>>;
    /**
     * Makes a recipient known to the carrier when the order arrives, so that the carrier finds the
     * branch before the label is bought. Repetitions change nothing.
     */
    registerRecipient?(consignment: Consignment, signal: AbortSignal): Promise<Outcome<null>>;
  };

/** Account as its kind of connection gets it, with opened secrets. */
export type ConnectedAccount = {
  readonly id: string;
  readonly organizationID: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  /** Values of the kind's fields that are no secrets. */
  readonly settings: ConnectionSettings;
  /** Values of the kind's secret fields. */
  readonly secrets: ConnectionSettings;
};

/** A kind of connection. */
export type ConnectionKind = ConnectionKindSchema & {
  /** Explains what is wrong with the values of the fields together; undefined: nothing. */
  checkSettings?(settings: ConnectionSettings): string | undefined;
  create(account: ConnectedAccount, outgoing: Outgoing): Connection;
};

/** Returns the fields of a connection that follow from its kind and account. */
export function identityOf(
  { kind, can }: ConnectionKindSchema,
  { id, name }: Pick<ConnectedAccount, "id" | "name">,
): Pick<Connection, "accountID" | "kind" | "name" | "can"> {
  return { accountID: id, kind, name, can: new Set(can) };
}

/** Name of a kind of connection, and its operations. */
export type KindFacts = Pick<ConnectionKindSchema, "kind" | "can">;

/** Returns whether a kind of connection has an operation. */
export function kindCan(
  kinds: readonly KindFacts[],
  kind: string,
  operation: ConnectionOperation,
): boolean {
  return kinds.find((one) => one.kind === kind)?.can.includes(operation) === true;
}

/** Connections of accounts. */
export type Connections = {
  /** Finds the connection of an active account; undefined when it has none. */
  find(accountID: string): Connection | undefined;
  list(organizationID: string): readonly Connection[];
  /** Lists the last calls for an account since the station's start, newest first, masked. */
  listCalls(accountID: string): readonly NotedCall[];
  /** Lists the kinds that accounts may have. */
  readonly kinds: readonly ConnectionKind[];
};
