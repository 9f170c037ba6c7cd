/** Wire shapes of files by which parcels are announced. */
import { z } from "zod";

/**
 * `WRITTEN`: the file can be downloaded. `SAVING`: it is being saved into the folder, or was when
 * the station stopped. `SAVED`: it is in the folder. `TAKEN`: a person says that the carrier has
 * its parcels. `DROPPED`: the carrier did not take it, and its parcels wait again.
 */
const FILE_STATES = ["WRITTEN", "SAVING", "SAVED", "TAKEN", "DROPPED"] as const;
export const fileStateSchema = z.enum(FILE_STATES);
export type FileState = (typeof FILE_STATES)[number];

export const fileLayoutSchema = z.object({
  format: z.enum(["csv", "xlsx"]),
  /** Like "Barkod=barcode; Alıcı=recipient.name". */
  columns: z.string(),
});
export type FileLayout = z.infer<typeof fileLayoutSchema>;

export const announcementFileSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    accountID: z.string(),
    accountName: z.string(),
    name: z.string(),
    format: z.enum(["csv", "xlsx"]),
    /** Number of parcels when the file was made. */
    parcels: z.number().int(),
    /** Parcels that a person has not decided about, and that were not cancelled. */
    open: z.number().int(),
    state: fileStateSchema,
  })
  .meta({ id: "AnnouncementFile" });
export type AnnouncementFile = z.infer<typeof announcementFileSchema>;

/** Folder of this computer into which the files of an account are saved; "": none. */
export const fileFolderSchema = z
  .object({ accountID: z.string().max(40), folder: z.string().max(1_000) })
  .meta({ id: "AnnouncementFolder" });
export type FileFolder = z.infer<typeof fileFolderSchema>;

export const newFileSchema = z
  .object({ accountID: z.string().max(40) })
  .meta({ id: "NewAnnouncementFile" });
export const fileWordSchema = z
  .object({ outcome: z.enum(["taken", "dropped"]) })
  .meta({ id: "AnnouncementFileWord" });
export type FileWord = z.output<typeof fileWordSchema>;
