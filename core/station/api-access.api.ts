/** /station/api-access */
import { endpoint } from "../http/endpoint.ts";
import { apiAccessSchema, apiChoiceSchema } from "./api-access.schema.ts";

const tag = "Station";
const path = "/station/api-access";

export const getApiAccess = endpoint({
  id: "getApiAccess",
  method: "GET",
  path,
  tag,
  summary: "Get how other programs reach this station: ports, addresses and certificate.",
  access: "station",
  shape: "one",
  answer: apiAccessSchema,
});

export const setApiAccess = endpoint({
  id: "setApiAccess",
  places: { "body.listen": "typed", "body.port": "typed", "body.securePort": "typed" },
  method: "PUT",
  path,
  tag,
  summary: "Set how other programs reach this station, from its next start on. Only at the desk.",
  access: "station",
  atDesk: "owner",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  errors: ["E1055", "E2121"],
  body: apiChoiceSchema,
  answer: apiAccessSchema,
});
