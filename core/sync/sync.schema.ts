/** Wire shapes of this station among the stations of its organization. */
import { z } from "zod";
import { packingSchema } from "../packing/packing.schema.ts";

/** `alone`: the station has joined no hub. `joining`: the organization's data is on its way. `behind`: something has been on its way for more than two seconds. `cut off`: the hub is not reached. */
const SYNC_STATES = ["alone", "joining", "in step", "behind", "cut off"] as const;

const stationSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** When it last reported to the hub. */
  lastSeen: z.iso.datetime().nullable(),
  /** "12.50": what it may spend by itself; null where nothing is leased. */
  lease: z.string().nullable(),
  /** Its clock less the hub's, ms. */
  skewMs: z.number(),
  /** Transactions of it that are not with the hub yet, as it reported them; null where that is not known. */
  waiting: z.number().int().nullable(),
  /** Of its program; null where that is not known. */
  version: z.string().nullable(),
  /** The order that is open there now; null when none is, and when the station has not been seen for half a minute. */
  packing: packingSchema.nullable(),
  /** Whether it is this one. */
  isThis: z.boolean(),
});

/** `apart`: stations that were apart did what excludes each other. The other kinds: changes of a station that are not applied, and why. */
const CONFLICT_KINDS = ["apart", "newer version", "clock", "revoked", "foreign", "unreadable"] as const;

const conflictSchema = z.object({
  kind: z.enum(CONFLICT_KINDS),
  /** The shipment, or the station whose changes were set aside. */
  subjectID: z.string(),
  since: z.iso.datetime(),
  /** What it is and what to do, in English. */
  message: z.string(),
});

export const syncStatusSchema = z.object({
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
      /** Whether this station may let others in and revoke them. */
      mayManage: z.boolean(),
    })
    .nullable(),
  /** Why the hub is not reached; null otherwise. */
  cause: z.string().nullable(),
  /** While joining: the share of the organization's data that is here, 0 to 1. */
  progress: z.number().nullable(),
}).meta({ id: "SyncStatus" });
export type SyncStatus = z.output<typeof syncStatusSchema>;

export const invitationSchema = z.object({ joinCode: z.string(), url: z.string(), desks: z.number().int(), endsAt: z.iso.datetime() }).meta({ id: "Invitation" });
export type Invitation = z.output<typeof invitationSchema>;

export const hubServerSchema = z.object({
  /** The nats-server that was found on this computer. */
  program: z.object({ path: z.string(), version: z.string() }).nullable(),
  state: z.enum(["none", "starting", "running", "failed"]),
  cause: z.string().nullable(),
  url: z.string().nullable(),
  folder: z.string().nullable(),
}).meta({ id: "HubServer" });
export type HubServer = z.output<typeof hubServerSchema>;
