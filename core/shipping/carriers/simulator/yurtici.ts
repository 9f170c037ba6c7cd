/**
 * Simulated service of Yurtiçi Kargo. It is stricter than the real one: it refuses each request that
 * the public documents do not allow. Codes that they do not name have the number `UNNAMED`.
 */
import { childAt, textAt, type XmlElement, type XmlPart } from "../../../base/xml/xml.ts";
import { createParcels, type SimulatedParcels } from "./parcels.ts";
import type { Fault, ReceivedRequest, SimulatedCarrier } from "./simulated-carrier.ts";
import { answerSoap, readCall, SoapFault } from "./soap-service.ts";
import { findOrderError, UNNAMED, VO_FIELDS, type RowError } from "./yurtici-orders.ts";
import { deliveryRow, statusRow } from "./yurtici-rows.ts";

const PATH = "/KOPSWebServices/ShippingOrderDispatcherServices";
const NAMESPACE = "http://yurticikargo.com.tr/ShippingOrderDispatcherServices";
const OPERATIONS = [
  "createShipment",
  "queryShipment",
  "cancelShipment",
  "saveReturnShipmentCode",
  "cancelReturnShipmentCode",
] as const;
const LANGUAGES: Readonly<Record<Operation, string>> = {
  createShipment: "userLanguage",
  queryShipment: "wsLanguage",
  cancelShipment: "userLanguage",
  saveReturnShipmentCode: "wsLanguage",
  cancelReturnShipmentCode: "wsLanguage",
};
const RESULTS: Readonly<Record<Operation, string>> = {
  createShipment: "ShippingOrderResultVO",
  queryShipment: "ShippingDeliveryVO",
  cancelShipment: "ShippingOrderResultVO",
  saveReturnShipmentCode: "ExtendedBaseResultVO",
  cancelReturnShipmentCode: "ExtendedBaseResultVO",
};
/** Fields of the form in which a return code is entered: live, and at a test login. */
const RETURN_FIELDS = ["16", "53", "3"];
/** Sample logins, one of each payment kind; the password is the same. */
const USERS = ["packbench", "packbench-recipient", "packbench-cash", "packbench-card"];
const PASSWORD = "packbench";
const MOST_KEYS = 20;
const MINUTE_MS = 60_000;
const WRONG_LOGIN = "1625";

type Operation = (typeof OPERATIONS)[number];

/** State of the service. */
type Service = {
  readonly parcels: SimulatedParcels;
  readonly now: () => number;
  /** Time of the last query of each key, ms since 1970. */
  readonly queriedAt: Map<string, number>;
  jobs: number;
};

/** @param now Clock, ms since 1970. */
export function createSimulatedYurtici(now: () => number = Date.now): SimulatedCarrier {
  const service: Service = { parcels: createParcels(now), now, queriedAt: new Map(), jobs: 0 };
  return {
    kind: "yurtici",
    name: "Yurtiçi Kargo",
    paths: { url: PATH },
    operations: OPERATIONS,
    parcels: service.parcels,
    operationOf: ({ body }) => OPERATIONS.find((name) => body.includes(`:${name}>`)) ?? "",
    forgetQueries: () => service.queriedAt.clear(),
    answer: (request, fault) => answerSoap(NAMESPACE, () => answerCall(service, request, fault)),
  };
}

async function answerCall(
  service: Service,
  request: ReceivedRequest,
  fault: Fault | undefined,
): Promise<readonly XmlPart[]> {
  const { operation, call } = await readStrictly(request);
  const isKnown =
    USERS.includes(textAt(call, "wsUserName")) && textAt(call, "wsPassword") === PASSWORD;
  if (!isKnown || fault === "wrong password")
    return answerOf(operation, "1", [], {
      code: WRONG_LOGIN,
      words: "Kullanıcı adı veya şifre hatalı.",
    });
  switch (operation) {
    case "createShipment":
      return create(service, call, fault);
    case "cancelShipment":
      return cancel(service, call);
    case "queryShipment":
      return query(service, call);
    case "saveReturnShipmentCode":
      return saveReturn(service, call);
    case "cancelReturnShipmentCode":
      return cancelReturn(service, call);
  }
}

function saveReturn({ parcels }: Service, call: XmlElement): readonly XmlPart[] {
  const code = readReturnCode(call);
  const days = ["startDate", "endDate"].map((name) => textAt(call, name));
  if (days.some((day) => !/^\d{8}$/.test(day)) || (days[0] ?? "") > (days[1] ?? ""))
    throw new SoapFault("startDate and endDate are days, yyyyMMdd");
  if (!/^[1-9]\d*$/.test(textAt(call, "maxCount"))) throw new SoapFault("maxCount is missing");
  // The same code again changes its days.
  if (parcels.find(code)?.isCancelled !== false) parcels.add(code, { returnCode: code });
  return answerOf("saveReturnShipmentCode", "0", []);
}

function cancelReturn({ parcels }: Service, call: XmlElement): readonly XmlPart[] {
  const parcel = parcels.find(readReturnCode(call));
  if (parcel === undefined)
    return answerOf("cancelReturnShipmentCode", "1", [], {
      code: "82519",
      words: "Kayıt bulunamadı.",
    });
  if (parcel.steps.length > 0)
    return answerOf("cancelReturnShipmentCode", "1", [], {
      code: UNNAMED,
      words: "İade kodu kullanılmıştır.",
    });
  parcel.isCancelled = true;
  return answerOf("cancelReturnShipmentCode", "0", []);
}

/** @throws SoapFault */
function readReturnCode(call: XmlElement): string {
  if (!RETURN_FIELDS.includes(textAt(call, "fieldName"))) throw new SoapFault("fieldName is wrong");
  const code = textAt(call, "returnCode");
  if (!/^\S{1,20}$/.test(code)) throw new SoapFault("returnCode is missing");
  return code;
}

type FoundRow = RowError & { readonly row: XmlPart };

function create(service: Service, call: XmlElement, fault: Fault | undefined): readonly XmlPart[] {
  const { parcels } = service;
  const orders = call.children.filter(({ name }) => name === "ShippingOrderVO");
  if (orders.length === 0) throw new SoapFault("ShippingOrderVO is missing");
  const rows = orders.map((order): FoundRow => {
    const fields = fieldsOf(order);
    const key = fields["cargoKey"] ?? "";
    const error =
      fault === "failed row"
        ? { code: "60019", words: "Alıcı adresi hatalı." }
        : findOrderError(fields, textAt(call, "wsUserName"), (code) => parcels.find(code));
    if (error.code === "0") parcels.add(key, fields);
    const parts: readonly XmlPart[] = [
      ["cargoKey", key],
      ["invoiceKey", fields["invoiceKey"] ?? ""],
      ["errCode", error.code],
      ["errMessage", error.words],
    ];
    return { ...error, row: ["shippingOrderDetailVO", parts] };
  });
  service.jobs += 1;
  return answerOf("createShipment", fault === "failed row" ? "0" : flagOf(rows), [
    ["jobId", String(40_000 + service.jobs)],
    ...rows.map(({ row }) => row),
  ]);
}

function cancel({ parcels }: Service, call: XmlElement): readonly XmlPart[] {
  const rows = textsOf(call, "cargoKeys").map((key): FoundRow => {
    const parcel = parcels.find(key);
    const before = parcel === undefined ? "" : statusRow(parcel).status;
    if (parcel !== undefined && before === "NOP") parcel.isCancelled = true;
    const error =
      parcel === undefined
        ? { code: "82519", words: "Kayıt bulunamadı." }
        : before === "CNL"
          ? { code: "82520", words: "Kargo daha önceden iptal edilmiştir." }
          : { code: "0", words: "" };
    const parts: readonly XmlPart[] = [
      ["cargoKey", key],
      ["errCode", error.code],
      ["errMessage", error.words],
      ...(parcel === undefined ? [] : statusRow(parcel).parts),
    ];
    // For a parcel that a branch has handled, the row has a status and no error.
    const isFailure = before !== "NOP" && error.code === "0";
    return {
      code: isFailure ? UNNAMED : error.code,
      words: error.words,
      row: ["shippingCancelDetailVO", parts],
    };
  });
  return answerOf(
    "cancelShipment",
    flagOf(rows),
    rows.map(({ row }) => row),
  );
}

function query({ parcels, queriedAt, now }: Service, call: XmlElement): readonly XmlPart[] {
  const keys = textsOf(call, "keys");
  if (keys.length === 0 || keys.length > MOST_KEYS) throw new SoapFault("1 to 20 keys");
  for (const name of ["keyType", "addHistoricalData", "onlyTracking"])
    if (childAt(call, name) === undefined) throw new SoapFault(`${name} is missing`);
  const isTooSoon = keys.some((key) => now() - (queriedAt.get(key) ?? -Infinity) < MINUTE_MS);
  if (isTooSoon)
    return answerOf("queryShipment", "1", [], {
      code: UNNAMED,
      words: "Aynı sorgu 1 dakika içinde tekrarlanamaz.",
    });
  for (const key of keys) queriedAt.set(key, now());
  // A query knows parcels, and no return codes.
  const rows = keys.map((key) => {
    const parcel = parcels.find(key);
    return deliveryRow(key, parcel?.fields["returnCode"] === undefined ? parcel : undefined);
  });
  return answerOf(
    "queryShipment",
    flagOf(rows),
    rows.map(({ row }) => row),
  );
}

/** Reads the call in a request. @throws SoapFault */
async function readStrictly(
  request: ReceivedRequest,
): Promise<{ readonly operation: Operation; readonly call: XmlElement }> {
  if (request.path !== PATH) throw new SoapFault("no such service");
  const { operation, call } = await readCall(request, OPERATIONS);
  const prefix = new RegExp(`<(\\w+):${operation}>`).exec(request.body)?.[1];
  if (prefix === undefined || !request.body.includes(`xmlns:${prefix}="${NAMESPACE}"`))
    throw new SoapFault("the operation is not in the service's namespace");
  if (request.body.includes(`<${prefix}:ws`))
    throw new SoapFault("only the operation has a prefix");
  for (const name of ["wsUserName", "wsPassword", LANGUAGES[operation]])
    if (childAt(call, name) === undefined) throw new SoapFault(`${name} is missing`);
  return { operation, call };
}

/** Reads the fields of an order, all of which must be present. @throws SoapFault */
function fieldsOf(order: XmlElement): Readonly<Record<string, string>> {
  const missing = VO_FIELDS.find((name) => childAt(order, name) === undefined);
  if (missing !== undefined) throw new SoapFault(`${missing} is missing in ShippingOrderVO`);
  return Object.fromEntries(order.children.map(({ name, text }) => [name, text]));
}

function textsOf(call: XmlElement, name: string): readonly string[] {
  return call.children.filter((child) => child.name === name).map(({ text }) => text);
}

function flagOf(rows: readonly RowError[]): string {
  return rows.some(({ code }) => code === "0") ? "0" : "1";
}

function answerOf(
  operation: Operation,
  flag: string,
  parts: readonly XmlPart[],
  error: RowError = { code: "0", words: "" },
): readonly XmlPart[] {
  const head: readonly XmlPart[] = [
    ["outFlag", flag],
    ["outResult", flag === "0" ? "Başarılı" : error.words || "Tüm kayıtlar hatalı"],
    ["errCode", error.code],
  ];
  return [[`ns1:${operation}Response`, [[RESULTS[operation], [...head, ...parts]]]]];
}
