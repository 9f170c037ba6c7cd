/**
 * /station/announcements/accounts. A separate file, because the first screen reads only this
 * endpoint of the announcements.
 */
import { endpoint } from "../../http/endpoint.ts";
import { announcingAccountSchema } from "./announcements.schema.ts";

export const listAnnouncingAccounts = endpoint({
  id: "listAnnouncingAccounts",
  method: "GET",
  path: "/station/announcements/accounts",
  tag: "Announcements",
  summary: "Count the open announcements of each account that announces its parcels.",
  access: "station",
  shape: "whole",
  answer: announcingAccountSchema,
});
