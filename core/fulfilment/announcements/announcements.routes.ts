/** Serves /station/announcements. */
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { serve, type Route } from "../route.ts";
import { findAnnouncedLabel } from "../transactions/transactions.service.ts";
import { decideFile, getFile, listFiles, makeFile, presentFile } from "./announcement-files.ts";
import { listAnnouncingAccounts as listAnnouncingAccountsApi } from "./announcing-accounts.api.ts";
import * as api from "./announcements.api.ts";
import {
  announceAgain,
  announceNow,
  decideAnnouncement,
  takeOverAnnouncement,
} from "./decide-announcement.ts";
import { getFolder, setFolder } from "./file-folders.ts";
import { fileBytes } from "./file-bytes.ts";
import { listAnnouncements, listAnnouncingAccounts } from "./present-announcements.ts";

export const announcementRoutes: readonly Route[] = [
  serve(api.listAnnouncements, ({ deps, actor }, { query }) =>
    listAnnouncements(deps, actor, query),
  ),
  serve(listAnnouncingAccountsApi, ({ deps, actor }) => listAnnouncingAccounts(deps, actor)),
  serve(api.announceNow, async ({ deps, actor }, { body }) => ({
    labels: await announceNow(deps, actor, body.accountID, yieldToEventLoop),
  })),
  serve(api.announceAgain, ({ deps, actor }, { params, body }) =>
    announceAgain(deps, actor, params.transactionID, body),
  ),
  serve(api.decideAnnouncement, ({ deps, actor }, { params, body }) =>
    decideAnnouncement(deps, actor, params.transactionID, body),
  ),
  serve(api.takeOverAnnouncement, ({ deps, actor }, { params }) =>
    takeOverAnnouncement(deps, actor, params.transactionID),
  ),
  serve(api.listAnnouncementFiles, ({ deps, actor }, { query }) =>
    listFiles(deps, actor, query.accountID),
  ),
  serve(api.getAnnouncementFolder, ({ deps, actor }, { query }) =>
    getFolder(deps, actor, query.accountID),
  ),
  serve(api.setAnnouncementFolder, ({ deps, actor }, { body }) => setFolder(deps, actor, body)),
  serve(api.makeAnnouncementFile, ({ deps, actor }, { body }) =>
    presentFile(deps, makeFile(deps, actor.organizationID, body.accountID, actor.memberID)),
  ),
  serve(api.downloadAnnouncementFile, ({ deps, actor }, { params }) => {
    const file = getFile(deps, actor, params.fileID);
    return {
      bytes: fileBytes(deps, file, (id) => findAnnouncedLabel(deps, id)),
      type:
        file.layout.format === "xlsx"
          ? "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          : "text/csv; charset=utf-8",
      fileName: file.name,
    };
  }),
  serve(api.decideAnnouncementFile, ({ deps, actor }, { params, body }) =>
    decideFile(deps, actor, params.fileID, body),
  ),
];
