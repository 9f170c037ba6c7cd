/** /station/order-folder: the watched folder of this station. */
import { endpoint } from "../../http/endpoint.ts";
import { orderFolderInputSchema, orderFolderSchema } from "./order-folder.schema.ts";

const tag = "Station";
const path = "/station/order-folder";

export const getOrderFolder = endpoint({
  id: "getOrderFolder",
  method: "GET",
  path,
  tag,
  summary:
    "The watched folder of this station: its state, the files that wait, and the last files with their outcomes.",
  access: "station",
  shape: "one",
  answer: orderFolderSchema,
});

export const setOrderFolder = endpoint({
  id: "setOrderFolder",
  method: "PUT",
  path,
  tag,
  summary:
    "Choose the watched folder, and switch it on or off. Its subfolders are made at once; nothing is changed when the folder cannot be used. Only the desk can choose it.",
  access: "station",
  audited: { kind: "settings", act: "changed" },
  places: { "body.folder": "chosen" },
  shape: "one",
  body: orderFolderInputSchema,
  errors: ["E1055", "E2310"],
  answer: orderFolderSchema,
});
