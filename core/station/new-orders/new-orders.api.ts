/** POST /station/orders: creates an order that a person types at the desk. */
import { endpoint } from "../../http/endpoint.ts";
import { createdOrderSchema, newOrderSchema } from "./new-orders.schema.ts";

export const createOrder = endpoint({
  id: "createOrder",
  method: "POST",
  path: "/station/orders",
  tag: "Station",
  summary:
    "Create an order typed at the desk, with offers. The recipient may have no e-mail address; an order number that the organization has already is refused; a call with the same `draftID` creates no second order, and is refused when its contents differ.",
  access: "member",
  shape: "one",
  status: 201,
  invalid: "E1054",
  body: newOrderSchema,
  errors: [
    "E1056",
    "E1057",
    "E1067",
    "E1068",
    "E1129",
    "E1130",
    "E1131",
    "E1132",
    "E1133",
    "E1134",
    "E2131",
    "E2164",
    "E2165",
  ],
  answer: createdOrderSchema,
});
