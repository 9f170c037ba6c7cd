/** /station/announcements: which labels their carriers know, and files of parcels for carriers. */
import { z } from "zod";
import { laxText } from "../../base/wire.ts";
import { endpoint } from "../../http/endpoint.ts";
import {
  announcementFileSchema,
  fileFolderSchema,
  fileWordSchema,
  newFileSchema,
} from "./announcement-files.schema.ts";
import {
  announceAgainSchema,
  announcementSchema,
  announcementWordSchema,
  announceSchema,
} from "./announcements.schema.ts";

const tag = "Announcements";
const params = z.object({ transactionID: z.string() });
const fileParams = z.object({ fileID: z.string() });

export const listAnnouncements = endpoint({
  id: "listAnnouncements",
  method: "GET",
  path: "/station/announcements",
  tag,
  summary:
    "List the oldest labels that wait for their announcement, were refused or are uncertain.",
  access: "station",
  shape: "whole",
  query: z.object({
    state: z.enum(["WAITING", "REFUSED", "UNCERTAIN"]),
    accountID: laxText(40),
  }),
  answer: announcementSchema,
});

export const announceNow = endpoint({
  id: "announceNow",
  method: "POST",
  path: "/station/announcements",
  tag,
  summary: "Announce all waiting labels of an account now.",
  access: "station",
  audited: { kind: "purchase", act: "changed" },
  shape: "one",
  body: announceSchema,
  errors: ["E2182"],
  answer: z.object({ labels: z.number().int() }).meta({ id: "AnnouncedNow" }),
});

export const announceAgain = endpoint({
  id: "announceAgain",
  method: "POST",
  path: "/station/announcements/:transactionID/again",
  tag,
  summary: "Announce a refused or uncertain label again, with corrected fields.",
  access: "station",
  audited: { kind: "purchase", act: "changed" },
  shape: "one",
  params,
  body: announceAgainSchema,
  errors: ["E2180", "E2181", "E2182", "E1051"],
  answer: announcementSchema,
});

export const decideAnnouncement = endpoint({
  id: "decideAnnouncement",
  method: "POST",
  path: "/station/announcements/:transactionID/outcome",
  tag,
  summary: "Say whether the carrier has a label, or has cancelled it, after asking the carrier.",
  access: "station",
  audited: { kind: "purchase", act: "changed" },
  shape: "one",
  params,
  body: announcementWordSchema,
  errors: ["E2180", "E2181", "E1051"],
  answer: announcementSchema,
});

export const takeOverAnnouncement = endpoint({
  id: "takeOverAnnouncement",
  method: "POST",
  path: "/station/announcements/:transactionID/here",
  tag,
  summary: "Let this station announce a label of a lost station.",
  access: "station",
  audited: { kind: "purchase", act: "changed" },
  shape: "one",
  params,
  errors: ["E2180", "E2181", "E1051"],
  answer: announcementSchema,
});

export const listAnnouncementFiles = endpoint({
  id: "listAnnouncementFiles",
  method: "GET",
  path: "/station/announcement-files",
  tag,
  summary: "List the newest files of parcels of an account.",
  access: "station",
  shape: "whole",
  query: z.object({ accountID: laxText(40) }),
  answer: announcementFileSchema,
});

export const getAnnouncementFolder = endpoint({
  id: "getAnnouncementFolder",
  method: "GET",
  path: "/station/announcements/folder",
  tag,
  summary: "Get the folder of this computer into which an account's files are saved.",
  access: "station",
  shape: "one",
  query: z.object({ accountID: laxText(40) }),
  errors: ["E2182"],
  answer: fileFolderSchema,
});

export const setAnnouncementFolder = endpoint({
  id: "setAnnouncementFolder",
  method: "PUT",
  path: "/station/announcements/folder",
  tag,
  summary:
    "Choose the folder of this computer into which an account's files are saved at its set times. Only the desk can choose it.",
  access: "station",
  audited: { kind: "settings", act: "changed" },
  places: { "body.folder": "chosen" },
  shape: "one",
  body: fileFolderSchema,
  errors: ["E1055", "E2182"],
  answer: fileFolderSchema,
});

export const makeAnnouncementFile = endpoint({
  id: "makeAnnouncementFile",
  method: "POST",
  path: "/station/announcement-files",
  tag,
  summary: "Make a file of the waiting parcels of an account, for the carrier's panel.",
  access: "station",
  audited: { kind: "data", act: "made" },
  shape: "one",
  status: 201,
  body: newFileSchema,
  errors: ["E2182", "E2184"],
  answer: announcementFileSchema,
});

export const downloadAnnouncementFile = endpoint({
  id: "downloadAnnouncementFile",
  method: "GET",
  path: "/station/announcement-files/:fileID",
  tag,
  summary: "Download a file of parcels.",
  access: "station",
  audited: { kind: "data", act: "asked" },
  shape: "bytes",
  media: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  params: fileParams,
  errors: ["E2183"],
  answer: z.string(),
});

export const decideAnnouncementFile = endpoint({
  id: "decideAnnouncementFile",
  method: "POST",
  path: "/station/announcement-files/:fileID/outcome",
  tag,
  summary: "Say whether the carrier took the parcels of a file. Otherwise they wait again.",
  access: "station",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  params: fileParams,
  body: fileWordSchema,
  errors: ["E2181", "E2183"],
  answer: announcementFileSchema,
});
