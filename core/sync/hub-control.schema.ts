/**
 * Requests to the hub by its commands `add`, `list` and `revoke`, and over the network by its
 * stations.
 */
import { z } from "zod";
import { stationNameSchema } from "./enrol.schema.ts";

export const controlRequestSchema = z.discriminatedUnion("command", [
  z.object({
    command: z.literal("add"),
    desks: z.int().min(1),
    hours: z.number().positive(),
    /** Id or name of a station that has lost its key; the code admits only that station. */
    station: z.string().optional(),
  }),
  z.object({ command: z.literal("list") }),
  z.object({ command: z.literal("revoke"), station: z.string() }),
  z.object({ command: z.literal("leave"), station: z.string() }),
  z.object({ command: z.literal("name"), station: z.string(), name: stationNameSchema }),
]);
export type ControlRequest = Readonly<z.infer<typeof controlRequestSchema>>;

const instant = z.iso.datetime();
const invitationSchema = z.object({ url: z.string(), joinCode: z.string() });
const listSchema = z.object({
  stations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      enrolledAt: instant,
      lastConnectedAt: instant.nullable(),
      revokedAt: instant.nullable(),
      isConnected: z.boolean(),
    }),
  ),
  openCodes: z.array(
    z.object({
      id: z.string(),
      endsAt: instant,
      desks: z.int(),
      /** Number of stations that the code can still admit. */
      left: z.int(),
    }),
  ),
});
/** The station after the command. */
const revokedSchema = z.object({ id: z.string(), name: z.string(), revokedAt: instant.nullable() });

export type Invitation = Readonly<z.infer<typeof invitationSchema>>;
export type HubList = Readonly<z.infer<typeof listSchema>>;

/** Output of a command. */
const controlResultSchema = z.discriminatedUnion("command", [
  z.object({ command: z.literal("add"), result: invitationSchema }),
  z.object({ command: z.literal("list"), result: listSchema }),
  z.object({ command: z.literal("revoke"), result: revokedSchema }),
  z.object({ command: z.literal("leave"), result: revokedSchema }),
  z.object({ command: z.literal("name"), result: revokedSchema }),
]);
export type ControlResult = Readonly<z.infer<typeof controlResultSchema>>;

export const controlAnswerSchema = z.union([controlResultSchema, z.object({ error: z.string() })]);
