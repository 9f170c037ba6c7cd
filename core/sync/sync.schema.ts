/** Wire shapes of this station among the stations of its organization. */
import { z } from "zod";
import { packingSchema } from "../fulfilment/packing/packing.schema.ts";

/**
 * `alone`: the station has joined no hub. `joining`: the organization's data is on its way.
 * `behind`: something has been on its way for more than two seconds. `cut off`: the hub is not
 * reached.
 */
const SYNC_STATES = ["alone", "joining", "in step", "behind", "cut off"] as const;

/** What shows nothing, breaks a line or turns what follows it around; signs of emoji may stand. */
const HIDDEN = new RegExp(
  String.raw`[[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\u{FE0F}\u{200D}]]`,
  "v",
);
const VISIBLE = new RegExp(
  String.raw`[[\p{L}\p{N}\p{P}\p{S}]--\p{Default_Ignorable_Code_Point}]`,
  "v",
);

/** Shown in lists, of which a hidden character could forge a line. */
export const deskNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine((name) => !HIDDEN.test(name), "must have no hidden characters")
  .refine((name) => VISIBLE.test(name), "must have a letter, digit or sign");

const stationSchema = z.object({
  id: z.string(),
  /** As its desk is called; this computer's name where nobody has named it. */
  name: z.string(),
  /** When it last reported to the hub. */
  lastSeen: z.iso.datetime().nullable(),
  /** "12.50": what it may spend by itself; null where nothing is leased. */
  lease: z.string().nullable(),
  /** Its clock less the hub's, ms. */
  skewMs: z.number(),
  /**
   * Transactions of it that are not with the hub yet, as it reported them; null where that is not
   * known.
   */
  waiting: z.number().int().nullable(),
  /** Of its program; null where that is not known. */
  version: z.string().nullable(),
  /**
   * The order that is open there now; null when none is, and when the station has not been seen for
   * half a minute.
   */
  packing: packingSchema.nullable(),
  /** Whether it is this one. */
  isThis: z.boolean(),
});

/**
 * `double`: two labels were bought for one shipment, and one is not void yet. `apart`: stations
 * that were apart did something else that excludes each other. `overdrawn`: more was bought than
 * the balance had. `top-up`: two stations added different amounts under one reference.
 * `hub set back`: a station that has not reported what it holds to a hub that lost it. `user left`:
 * a station was revoked at a server of the organization's own, and its user may still be there.
 * `waiting`: no more of a station's changes are parked. `note`: what the hub notes for all stations
 * was written over by one of them. The other kinds: changes of a station that are not applied, and
 * why.
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
] as const;

const conflictSchema = z.object({
  kind: z.enum(CONFLICT_KINDS),
  /** The shipment, the organization, the reference, the station, or the key of the note. */
  subjectID: z.string(),
  since: z.iso.datetime(),
  /** What it is and what to do, in English. */
  message: z.string(),
  /** Of a shipment: its number. */
  number: z.int().optional(),
  /**
   * Of `double`: the label that stays, and the others. `asked`: the carrier is asked to void it.
   * `elsewhere`: the desk that bought it has it voided. `refused`: it could not be voided.
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
  /** Of `user left`: the user, as whoever runs the server knows it, where that is known. */
  user: z.string().optional(),
  /** Of `note`: the station that it states as its writer, which the hub does not prove. */
  station: z.string().optional(),
});

export const syncStatusSchema = z
  .object({
    state: z.enum(SYNC_STATES),
    /** How old what waits to go out or to be applied is at most; cut off: how long at least. ms */
    lagMs: z.number(),
    /** Transactions of this station that are not with the hub yet. */
    waiting: z.number().int(),
    stations: z.array(stationSchema),
    conflicts: z.array(conflictSchema),
    /** The hub, once the station has joined one. */
    hub: z
      .object({
        name: z.string(),
        servers: z.array(z.string()),
        organizationID: z.string().nullable(),
        /** Whether this computer runs it. */
        isHere: z.boolean(),
        /**
         * Whether it is a nats-server of the organization's own: whoever runs it lets stations in.
         */
        isOwnServer: z.boolean(),
        /** Whether this station may revoke others and, at a hub, let them in. */
        mayManage: z.boolean(),
      })
      .nullable(),
    /** Why the hub is not reached, or why joining it failed, in English; null otherwise. */
    cause: z.string().nullable(),
    /** The cause as the code of an error, "E2112"; null where none says it. */
    causeCode: z.string().nullable(),
    /** Which of the causes that the code covers it is, as `reason` of failures. */
    causeReason: z.string().nullable(),
    /** While joining: the share of the organization's data that is here, 0 to 1. */
    progress: z.number().nullable(),
  })
  .meta({ id: "SyncStatus" });
export type SyncStatus = z.output<typeof syncStatusSchema>;

/**
 * `missing`: there is no nats-server. `old`: the one here is too old. `program`: what was named is
 * none. `port`: another program has the hub's port. `silent`: its server does not answer.
 */
export const HUB_REASONS = ["missing", "old", "program", "port", "silent"] as const;

/**
 * `program`: the nats-server that this computer has, if one is found. `state`: of the hub that runs
 * beside this station; `none`: there is none. `cause`: why it does not run, or why no program is
 * found, with what to do; in English.
 */
export const hubServerSchema = z
  .object({
    program: z.object({ path: z.string(), version: z.string() }).nullable(),
    state: z.enum(["none", "starting", "running", "failed"]),
    cause: z.string().nullable(),
    /** The cause in a word that stays; null where none says it. */
    causeReason: z.enum(HUB_REASONS).nullable(),
    /** Where stations connect, "tls://host:port". */
    url: z.string().nullable(),
    port: z.int().nullable(),
    /** The hub's folder: its keys are to be kept in a copy elsewhere. */
    folder: z.string().nullable(),
  })
  .meta({ id: "HubServer" });
export type HubServer = z.output<typeof hubServerSchema>;

/** `joinCode` is a secret: who has it lets so many stations in. */
export const stationInvitationSchema = z
  .object({ joinCode: z.string(), url: z.string(), desks: z.int(), endsAt: z.iso.datetime() })
  .meta({ id: "StationInvitation" });
export type StationInvitation = z.output<typeof stationInvitationSchema>;
