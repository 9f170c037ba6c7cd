/**
 * Simulated services of DHL eCommerce. They are stricter than the real ones: they refuse each
 * request that the public documents do not allow. Codes that no document names are 40000 and above.
 */
import type { z } from "zod";
import { bodyErrorCode, DHL_BODIES } from "./dhl-orders.ts";
import { citiesAnswer, districtsAnswer } from "./dhl-places.ts";
import {
  cancelOrder,
  cancelShipment,
  checkPlace,
  createBarcode,
  createOrder,
  login,
  LOGIN,
  query,
  refuse,
  Refused,
  type DhlServices,
} from "./dhl-service.ts";
import { createParcels } from "./parcels.ts";
import type { Fault, ReceivedRequest, Reply, SimulatedCarrier } from "./simulated-carrier.ts";

const BASE = "/mngapi/api";
/** Operations by method and path; the last part of some paths is a reference. */
const OPERATIONS: Readonly<Record<string, string>> = {
  token: "POST /token",
  getcities: "GET /cbsinfoapi/getcities",
  getdistricts: "GET /cbsinfoapi/getdistricts/",
  createRecipient: "POST /pluscmdapi/createRecipient",
  createOrder: "POST /standardcmdapi/createOrder",
  createReturnOrder: "POST /standardcmdapi/createReturnOrder",
  cancelorder: "PUT /standardcmdapi/cancelorder/",
  createbarcode: "POST /barcodecmdapi/createbarcode",
  cancelshipment: "PUT /barcodecmdapi/cancelshipment",
  getorder: "GET /standardqueryapi/getorder/",
  getshipment: "GET /standardqueryapi/getshipment/",
  getshipmentstatus: "GET /standardqueryapi/getshipmentstatus/",
  trackshipment: "GET /standardqueryapi/trackshipment/",
};
const BRANCH_MS = 2_000;

/** @param now Clock, ms since 1970. */
export function createSimulatedDhl(now: () => number = Date.now): SimulatedCarrier {
  const services: DhlServices = {
    parcels: createParcels(now),
    now,
    orders: new Map(),
    tokens: new Set(),
    branchMs: BRANCH_MS,
    shipments: 614_118_000_000,
  };
  return {
    kind: "dhl",
    name: "DHL eCommerce",
    paths: { url: BASE },
    operations: Object.keys(OPERATIONS),
    parcels: services.parcels,
    operationOf: (request) => operationOf(request).name,
    forgetQueries: () => {},
    setBranchMs: (ms) => void (services.branchMs = ms),
    answer: (request, fault) => Promise.resolve(answer(services, request, fault)),
  };
}

function operationOf({ method, path }: Pick<ReceivedRequest, "method" | "path">): {
  readonly name: string;
  readonly id: string;
} {
  const text = `${method} ${path.startsWith(BASE) ? path.slice(BASE.length) : ""}`;
  const [name, known = ""] =
    Object.entries(OPERATIONS).find(([, one]) =>
      one.endsWith("/") ? text.startsWith(one) && text.length > one.length : text === one,
    ) ?? [];
  return { name: name ?? "", id: decodeURIComponent(text.slice(known.length)) };
}

function answer(services: DhlServices, request: ReceivedRequest, fault: Fault | undefined): Reply {
  const { name, id } = operationOf(request);
  if (name === "") return json(404, gateway(404, "No resources match requested URI"));
  if (!hasKeys(services, name, request) || fault === "wrong password")
    return json(401, gateway(401, "Invalid client id, secret or token."));
  try {
    if (fault === "failed row") throw new Refused(200, "26039", "Recipient.Email geçerli değil.");
    return json(200, carryOut(services, name, id, request));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, code, message } = error;
    // Failures of the services have capitals with status 500, and small letters with 400.
    return json(
      status,
      status === 500
        ? { error: { Code: code, Message: "Hata", Description: message } }
        : { error: { code, message: "Hata", description: message } },
    );
  }
}

function hasKeys({ tokens }: DhlServices, name: string, { headers }: ReceivedRequest): boolean {
  const isOpen = ["token", "getcities", "getdistricts"].includes(name);
  return (
    headers["x-ibm-client-id"] === LOGIN &&
    headers["x-ibm-client-secret"] === LOGIN &&
    (isOpen || tokens.has(/^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? ""))
  );
}

function carryOut(
  services: DhlServices,
  name: string,
  id: string,
  { body, headers }: ReceivedRequest,
): unknown {
  const read = <T>(schema: z.ZodType<T>): T =>
    bodyOf(schema, body, String(headers["content-type"]));
  switch (name) {
    case "token":
      return login(services, read(DHL_BODIES.token));
    case "getcities":
      return citiesAnswer();
    case "getdistricts":
      return districtsAnswer(id) ?? refuse(404, "40001", "İl bulunamadı.");
    case "createRecipient":
      checkPlace(read(DHL_BODIES.createRecipient).recipient);
      return [{ shipperBranchCode: "1345" }];
    case "createOrder": {
      const { recipient, ...order } = read(DHL_BODIES.createOrder);
      return createOrder(services, order, recipient, false);
    }
    case "createReturnOrder": {
      const { shipper, ...order } = read(DHL_BODIES.createReturnOrder);
      return createOrder(services, order, shipper, true);
    }
    case "createbarcode":
      return createBarcode(services, read(DHL_BODIES.createbarcode));
    case "cancelshipment":
      return cancelShipment(services, read(DHL_BODIES.cancelshipment));
    case "cancelorder":
      return cancelOrder(services, id);
    default:
      return query(services, name, id);
  }
}

function bodyOf<T>(schema: z.ZodType<T>, text: string, type: string): T {
  if (!type.startsWith("application/json")) refuse(400, "4001", "JSON bekleniyor.");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    refuse(400, "4001", "JSON bekleniyor.");
  }
  const { data, error } = schema.safeParse(value);
  return data ?? refuse(400, bodyErrorCode(error), "Geçersiz istek.");
}

function gateway(status: number, words: string): unknown {
  return { httpCode: String(status), httpMessage: "Error", moreInformation: words };
}

function json(status: number, value: unknown): Reply {
  return { status, type: "application/json", body: JSON.stringify(value) };
}
