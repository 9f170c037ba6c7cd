/**
 * Permissions of a desk on the hub: publishing its own events, using the organization's shared
 * buckets, reading, and asking other stations. A desk may not create, change, purge or delete a
 * stream, publish as another station, or read answers to another station.
 *
 * The rule about publishing has a gap: JetStream answers to any subject that a request names. So a
 * desk can make the server store a copy of the desk's own message under another station's subject.
 * Such a copy has the header `Nats-Stream`, which no station publishes, so stations must reject an
 * event with this header.
 */
import {
  EVENT_STREAM,
  FILE_STORE,
  inboxOf,
  KEY_BUCKET,
  SCARCE_BUCKET,
  SEEN_BUCKET,
  SNAPSHOT_STORE,
} from "../hub-names.ts";
import { STATION_REQUESTS } from "../hub-request.ts";

/** The form of the server's configuration. */
export type Permissions = {
  readonly publish: { readonly allow: readonly string[] };
  readonly subscribe: { readonly allow: readonly string[] };
  readonly allow_responses?: { readonly max: number; readonly expires: string };
};

const READ_STREAMS: readonly string[] = [
  EVENT_STREAM,
  `KV_${SCARCE_BUCKET}`,
  `KV_${SEEN_BUCKET}`,
  `KV_${KEY_BUCKET}`,
  `OBJ_${SNAPSHOT_STORE}`,
  `OBJ_${FILE_STORE}`,
];
const SCARCE_KEYS: readonly string[] = [
  "num.>",
  "bal.>",
  "range.>",
  "claim.>",
  "key.>",
  "deliver.*",
  "organization",
  "mark",
];

/** Limits of the answers to one request, because the server remembers each reply subject. */
const RESPONSES = { max: 16, expires: "10s" } as const;

/**
 * Lists the subjects that a station may publish and subscribe to.
 *
 * @param stationID A UUID, which becomes part of subjects.
 */
export function deskPermissions(stationID: string): Permissions {
  return {
    publish: {
      allow: [
        `ev.${stationID}.>`,
        ...SCARCE_KEYS.map((key) => `$KV.${SCARCE_BUCKET}.${key}`),
        `$KV.${SEEN_BUCKET}.${stationID}`,
        `$KV.${SEEN_BUCKET}.key.>`,
        `$KV.${KEY_BUCKET}.*`,
        `$O.${SNAPSHOT_STORE}.>`,
        `$O.${FILE_STORE}.>`,
        `ask.*.${stationID}.>`,
        STATION_REQUESTS,
        "$SYS.REQ.USER.INFO",
        "$JS.API.INFO",
        "$JS.API.STREAM.NAMES",
        ...READ_STREAMS.flatMap(readingOf),
      ],
    },
    subscribe: { allow: [`${inboxOf(stationID)}.>`, `ask.${stationID}.>`, "ask.all.>"] },
    allow_responses: RESPONSES,
  };
}

function readingOf(stream: string): readonly string[] {
  return [
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.STREAM.MSG.GET.${stream}`,
    `$JS.API.DIRECT.GET.${stream}`,
    `$JS.API.DIRECT.GET.${stream}.>`,
    `$JS.API.CONSUMER.CREATE.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.>`,
    `$JS.API.CONSUMER.INFO.${stream}.>`,
    `$JS.API.CONSUMER.DELETE.${stream}.>`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.>`,
    `$JS.ACK.${stream}.>`,
    `$JS.FC.${stream}.>`,
  ];
}
