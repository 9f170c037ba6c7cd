/** Wire shapes of the sync state. */
import { z } from "zod";
import { packingSchema } from "../fulfilment/packing/packing.schema.ts";

/**
 * `alone`: the station has joined no hub. `joining`: the organization's data is being fetched.
 * `behind`: a change has been pending for more than two seconds. `cut off`: the hub is not reached.
 */
const SYNC_STATES = ["alone", "joining", "in step", "behind", "cut off"] as const;

/** Characters that are invisible, break a line or reverse the text; emoji modifiers are allowed. */
const HIDDEN = new RegExp(
  String.raw`[[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\u{FE0F}\u{200D}]]`,
  "v",
);
const VISIBLE = new RegExp(
  String.raw`[[\p{L}\p{N}\p{P}\p{S}]--\p{Default_Ignorable_Code_Point}]`,
  "v",
);

/** A desk's name. Names are shown in lists, where a hidden character could forge a line. */
export const deskNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine((name) => !HIDDEN.test(name), "must have no hidden characters")
  .refine((name) => VISIBLE.test(name), "must have a letter, digit or sign");

const stationSchema = z.object({
  id: z.string(),
  /** The desk's name; this computer's name if nobody has named it. */
  name: z.string(),
  /** When the station last reported to the hub. */
  lastSeen: z.iso.datetime().nullable(),
  /** "12.50": amount that the station may spend without the hub; null when nothing is leased. */
  lease: z.string().nullable(),
  /** The station's clock minus the hub's, ms. */
  skewMs: z.number(),
  /**
   * The station's transactions that the hub does not have yet, as the station reported; null when
   * unknown.
   */
  waiting: z.number().int().nullable(),
  /** Version of the station's program; null when unknown. */
  version: z.string().nullable(),
  /**
   * The order that is open at the station now; null without an open order, and when the station has
   * not been seen for half a minute.
   */
  packing: packingSchema.nullable(),
  /** Whether it is this station. */
  isThis: z.boolean(),
});

/**
 * `double`: two labels were bought for one shipment, and one is not void yet. `apart`: disconnected
 * stations made other changes that exclude each other. `overdrawn`: the balance is below zero.
 * `top-up`: two stations added different amounts under one reference. `hub set back`: the hub lost
 * data, and a station has not yet reported its numbers, money and orders. `user left`: a station
 * was revoked at an organization's own server, and its user may still exist. `waiting`: the limit
 * of a station's parked changes is reached. `note`: a station overwrote a record of the hub. `credit`,
 * `versions`, `ranges`: an agreement's debt is above its limit, it has two versions from one day, or
 * ranges that overlap. Other kinds: changes of a station that are not applied, and why.
 */
const CONFLICT_KINDS = [
  "double",
  "apart",
  "overdrawn",
  "top-up",
  "hub set back",
  "newer version",
  "clock",
  "failed",
  "revoked",
  "foreign",
  "deadly",
  "waiting",
  "unreadable",
  "user left",
  "note",
  "credit",
  "versions",
  "ranges",
] as const;

const conflictSchema = z.object({
  kind: z.enum(CONFLICT_KINDS),
  /** The shipment, the organization, the reference, the station, or the record's key. */
  subjectID: z.string(),
  since: z.iso.datetime(),
  /** The problem and what to do, in English. */
  message: z.string(),
  /** For a shipment: its number. */
  number: z.int().optional(),
  /**
   * For `double`: the label that stays, and the others. `asked`: the carrier is asked to void the
   * label. `elsewhere`: the desk that bought the label asks for its cancellation. `refused`: the
   * label could not be voided.
   */
  labels: z
    .object({
      stays: z.string(),
      others: z.array(
        z.object({
          barcode: z.string(),
          carrierName: z.string(),
          state: z.enum(["asked", "refused", "elsewhere"]),
          reason: z.string(),
        }),
      ),
    })
    .optional(),
  /** For `user left`: the user, in the administrator's terms, if known. */
  user: z.string().optional(),
  /** For `credit`, `versions` and `ranges`: the carrier's name on the agreement. */
  agreement: z.string().optional(),
  /** For `note`: the station stated as its writer, which the hub does not prove. */
  station: z.string().optional(),
});

export const syncStatusSchema = z
  .object({
    state: z.enum(SYNC_STATES),
    /**
     * Age of the oldest change that waits to be published or applied, ms; when cut off, at least the
     * time since the connection was lost.
     */
    lagMs: z.number(),
    /** Transactions of this station that the hub does not have yet. */
    waiting: z.number().int(),
    stations: z.array(stationSchema),
    conflicts: z.array(conflictSchema),
    /** The hub, once the station has joined one. */
    hub: z
      .object({
        name: z.string(),
        servers: z.array(z.string()),
        organizationID: z.string().nullable(),
        /** Whether this computer runs the hub. */
        isHere: z.boolean(),
        /**
         * Whether the hub is an organization's own nats-server, whose administrator admits
         * stations.
         */
        isOwnServer: z.boolean(),
        /** Whether this station may revoke others and, at a hub, admit them. */
        mayManage: z.boolean(),
      })
      .nullable(),
    /** Why the hub is not reached, or why joining it failed, in English; null otherwise. */
    cause: z.string().nullable(),
    /** The cause as an error code, "E2112"; null without a code. */
    causeCode: z.string().nullable(),
    /** Distinguishes causes that share the code, like `reason` of failures. */
    causeReason: z.string().nullable(),
    /** While joining: the share of the organization's data that has arrived, 0 to 1. */
    progress: z.number().nullable(),
  })
  .meta({ id: "SyncStatus" });
export type SyncStatus = z.output<typeof syncStatusSchema>;

/**
 * `missing`: there is no nats-server. `old`: the installed nats-server is too old. `program`: the
 * named file is not a nats-server. `port`: another program uses the hub's port. `silent`: the hub's
 * server does not answer.
 */
export const HUB_REASONS = ["missing", "old", "program", "port", "silent"] as const;

/**
 * `program`: the nats-server of this computer, if found. `state`: state of the hub on this
 * computer; `none`: no hub is set up here. `cause`: why the hub does not run, or why no program is
 * found, with what to do; in English.
 */
export const hubServerSchema = z
  .object({
    program: z.object({ path: z.string(), version: z.string() }).nullable(),
    state: z.enum(["none", "starting", "running", "failed"]),
    cause: z.string().nullable(),
    /** The cause as a stable word; null without a cause, and for other causes. */
    causeReason: z.enum(HUB_REASONS).nullable(),
    /** Where stations connect, "tls://host:port". */
    url: z.string().nullable(),
    port: z.int().nullable(),
    /** The hub's folder, whose keys must be backed up elsewhere. */
    folder: z.string().nullable(),
  })
  .meta({ id: "HubServer" });
export type HubServer = z.output<typeof hubServerSchema>;

/** `joinCode` is a secret: its holder can let `desks` stations in. */
export const stationInvitationSchema = z
  .object({ joinCode: z.string(), url: z.string(), desks: z.int(), endsAt: z.iso.datetime() })
  .meta({ id: "StationInvitation" });
export type StationInvitation = z.output<typeof stationInvitationSchema>;
