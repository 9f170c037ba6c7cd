/** /station/rules: rules by which offers are chosen, and the choice for a shipment. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { choiceSchema, newRuleSchema, ruleOrderSchema, ruleSchema } from "./choosing.schema.ts";

const tag = "Choosing";
const params = z.object({ ruleID: z.string() });

export const listRules = endpoint({
  id: "listRules",
  method: "GET",
  path: "/station/rules",
  tag,
  summary:
    "List the rules by which the station chooses an offer, in the order in which they are tried.",
  access: "admin",
  shape: "whole",
  answer: ruleSchema,
});

export const createRule = endpoint({
  id: "createRule",
  method: "POST",
  path: "/station/rules",
  tag,
  summary: "Add a rule after the others. Rules that say never apply before all others.",
  access: "admin",
  audited: { kind: "settings", act: "made" },
  shape: "one",
  status: 201,
  body: newRuleSchema,
  answer: ruleSchema,
});

export const orderRules = endpoint({
  id: "orderRules",
  method: "PUT",
  path: "/station/rules",
  tag,
  summary: "Put the rules in another order.",
  access: "admin",
  audited: { kind: "settings", act: "changed" },
  shape: "whole",
  errors: ["E2173"],
  body: ruleOrderSchema,
  answer: ruleSchema,
});

export const replaceRule = endpoint({
  id: "replaceRule",
  method: "PUT",
  path: "/station/rules/:ruleID",
  tag,
  summary: "Replace a rule; it keeps its place. Labels that it bought keep the rule as it was.",
  access: "admin",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  params,
  errors: ["E2173"],
  body: newRuleSchema,
  answer: ruleSchema,
});

export const deleteRule = endpoint({
  id: "deleteRule",
  method: "DELETE",
  path: "/station/rules/:ruleID",
  tag,
  summary: "Remove a rule. Labels that it bought keep the rule as it was.",
  access: "admin",
  audited: { kind: "settings", act: "removed" },
  shape: "one",
  params,
  errors: ["E2173"],
  answer: ruleSchema,
});

export const getChoice = endpoint({
  id: "getChoice",
  method: "GET",
  path: "/station/shipments/:shipmentID/choice",
  tag,
  summary:
    "Get the offer that the organization's rules choose for a shipment, as Pack and the purchase of many orders choose it. Once a label is bought: the bought offer and the rule at the purchase.",
  access: "member",
  shape: "one",
  params: z.object({ shipmentID: z.string() }),
  errors: ["E1051"],
  answer: choiceSchema,
});
