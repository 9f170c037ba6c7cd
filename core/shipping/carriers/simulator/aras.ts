/**
 * Simulated services of Aras Kargo: shipping and queries, at two addresses. They are stricter than
 * the real ones: they refuse each request that the public documents do not allow.
 */
import { childAt, parseXml, textAt, type XmlElement, type XmlPart } from "../../../base/xml/xml.ts";
import { createParcels, type SimulatedParcels } from "./parcels.ts";
import type { Fault, ReceivedRequest, SimulatedCarrier } from "./simulated-carrier.ts";
import { answerSoap, fieldsOf, readCall, requireFields, SoapFault } from "./soap-service.ts";
import { findFieldError, ORDER_FIELDS, PIECE_FIELDS, type ArasResult } from "./aras-orders.ts";
import { invoicedRows, invoiceRows, parcelRow } from "./aras-rows.ts";

const SHIPPING = "/arascargoservice/arascargoservice.asmx";
const QUERIES = "/ArasCargoIntegrationService.svc";
const NAMESPACE = "http://tempuri.org/";
const OPERATIONS = [
  "SetOrder",
  "CancelDispatch",
  "GetOrderWithIntegrationCode",
  "GetQueryJSON",
] as const;
type Operation = (typeof OPERATIONS)[number];
const LOGIN = "packbench";
const WRONG_LOGIN: ArasResult = { code: "1000", words: "Kullanıcı adı ve şifreniz yanlıştır." };
/** Query types that take several codes. */
const MANY_CODES = ["11", "39", "100"];
const MOST_CODES = 20;
const MOST_SENT = 20;

/** State of the services. `sent`: how often each order was sent. */
type Services = { readonly parcels: SimulatedParcels; readonly sent: Map<string, number> };

/** @param now Clock, ms since 1970. */
export function createSimulatedAras(now: () => number = Date.now): SimulatedCarrier {
  const services: Services = { parcels: createParcels(now, 1_160_000_000_000), sent: new Map() };
  return {
    kind: "aras",
    name: "Aras Kargo",
    paths: { url: SHIPPING, queryUrl: QUERIES },
    operations: OPERATIONS,
    parcels: services.parcels,
    operationOf: ({ body }) => OPERATIONS.find((name) => body.includes(`<${name} `)) ?? "",
    forgetQueries: () => {},
    answer: (request, fault) => answerSoap(NAMESPACE, () => answerCall(services, request, fault)),
  };
}

async function answerCall(
  services: Services,
  request: ReceivedRequest,
  fault: Fault | undefined,
): Promise<readonly XmlPart[]> {
  const { operation, call } = await readStrictly(request);
  const isRefused = fault === "wrong password";
  if (operation === "GetQueryJSON")
    return answerOf(operation, await query(services, call, isRefused));
  const login = ["userName", "password"];
  const isSet = operation === "SetOrder";
  requireFields(call, isSet ? ["orderInfo", ...login] : [...login, "integrationCode"]);
  const isKnown =
    !isRefused && textAt(call, "userName") === LOGIN && textAt(call, "password") === LOGIN;
  if (isSet)
    return answerOf(operation, [
      ["OrderResultInfo", isKnown ? setOrder(services, call, fault) : resultOf(WRONG_LOGIN)],
    ]);
  if (operation === "CancelDispatch") return answerOf(operation, cancel(services, call, isKnown));
  return answerOf(operation, isKnown ? findOrder(services, call) : []);
}

function setOrder(
  { parcels, sent }: Services,
  call: XmlElement,
  fault: Fault | undefined,
): readonly XmlPart[] {
  const orders = childAt(call, "orderInfo")?.children ?? [];
  const [order] = orders;
  if (order === undefined || orders.length > 1) throw new SoapFault("orderInfo has one Order");
  requireFields(order, ORDER_FIELDS);
  const pieces = childAt(order, "PieceDetails")?.children ?? [];
  for (const piece of pieces) requireFields(piece, PIECE_FIELDS);
  const fields = fieldsOf(order);
  if (fields["UserName"] !== LOGIN || fields["Password"] !== LOGIN) return resultOf(WRONG_LOGIN);
  const code = fields["IntegrationCode"] ?? "";
  const count = (sent.get(code) ?? 0) + 1;
  const error = findFieldError(fields, pieces.map(fieldsOf));
  const found = parcels.find(code);
  const result: ArasResult =
    fault === "failed row"
      ? { code: "940", words: "Şehir adını girmeniz gerekmektedir." }
      : error.code !== "0"
        ? error
        : (found?.steps.length ?? 0) > 0
          ? { code: "60020", words: `${code} sipariş numaralı gönderinin irsaliyesi kesildi.` }
          : count > MOST_SENT
            ? {
                code: "70035",
                words: "Bir siparişe ait bilgileri en fazla 20 kez gönderebilirsiniz.",
              }
            : error;
  if (result.code === "0") {
    sent.set(code, count);
    parcels.add(code, { ...fields, BarcodeNumber: textAt(pieces[0], "BarcodeNumber") });
  }
  return [...resultOf(result), ["InvoiceKey", code], ["OrgReceiverCustId", ""]];
}

function cancel({ parcels }: Services, call: XmlElement, isKnown: boolean): readonly XmlPart[] {
  const code = textAt(call, "integrationCode");
  const parcel = isKnown ? parcels.find(code) : undefined;
  const hasWaybill = parcel !== undefined && parcel.steps.length > 0;
  const result: ArasResult = !isKnown
    ? { code: "-2", words: "Kullanıcı adı ve şifreniz hatalıdır." }
    : parcel === undefined || parcel.isCancelled
      ? { code: "-1", words: "Kayıt bulunamadı." }
      : hasWaybill
        ? { code: "999", words: "İrsaliyesi kesilmiş sipariş iptal edilemez." }
        : { code: "1", words: `${code} başarılı bir şekilde silindi.` };
  if (result.code === "1" && parcel !== undefined) parcel.isCancelled = true;
  return [...resultOf(result), ["CargoKey", code]];
}

function findOrder({ parcels }: Services, call: XmlElement): readonly XmlPart[] {
  const parcel = parcels.find(textAt(call, "integrationCode"));
  if (parcel === undefined || parcel.isCancelled) return [];
  const barcode = parcel.fields["BarcodeNumber"] ?? "";
  return [
    [
      "Order",
      [
        ["ReceiverName", parcel.fields["ReceiverName"] ?? ""],
        ["IntegrationCode", parcel.code],
        ["PieceDetails", [["PieceDetail", [["BarcodeNumber", barcode]]]]],
      ],
    ],
  ];
}

/** Answers a query with a text of JSON, or with words when the login is wrong. */
async function query({ parcels }: Services, call: XmlElement, isRefused: boolean): Promise<string> {
  requireFields(call, ["loginInfo", "queryInfo"]);
  const [login, info] = await Promise.all(
    ["loginInfo", "queryInfo"].map((name) => parseXml(textAt(call, name))),
  );
  if (login?.name !== "LoginInfo" || info?.name !== "QueryInfo")
    throw new SoapFault("loginInfo and queryInfo are texts of XML");
  requireFields(login, ["UserName", "Password", "CustomerCode"]);
  const isKnown = textAt(login, "UserName") === LOGIN && textAt(login, "Password") === LOGIN;
  if (isRefused || !isKnown || !/^\d+$/.test(textAt(login, "CustomerCode")))
    return "Kullanıcı adı veya şifre hatalı.";
  return JSON.stringify({ QueryResult: cargoOf(rowsFor(parcels, info)) });
}

type Rows = readonly Readonly<Record<string, string>>[];

/** Finds the rows of a query. @throws SoapFault */
function rowsFor(parcels: SimulatedParcels, info: XmlElement): Rows {
  const type = textAt(info, "QueryType");
  if (type === "41") {
    requireFields(info, ["QueryType", "StartDate", "EndDate"]);
    const [from, to] = [textAt(info, "StartDate"), textAt(info, "EndDate")];
    if (from.slice(3) !== to.slice(3)) throw new SoapFault("a period of at most a month");
    return invoiceRows(parcels.list(), { from, to });
  }
  if (type === "23") {
    requireFields(info, ["QueryType", "ReportType", "InvoiceSerialNumber"]);
    if (textAt(info, "ReportType") !== "2") throw new SoapFault("report type 2 lists parcels");
    return invoicedRows(parcels.list(), textAt(info, "InvoiceSerialNumber"));
  }
  requireFields(info, ["QueryType", "IntegrationCode"]);
  const codes = textAt(info, "IntegrationCode").split(",");
  if (!MANY_CODES.includes(type) || codes.length > MOST_CODES)
    throw new SoapFault("1 to 20 codes of query type 11, 39 or 100");
  return codes
    .flatMap((code) => parcels.find(code) ?? [])
    .map(parcelRow)
    .filter((row) => row !== undefined);
}

/** One row is an object, several rows are a list. */
function cargoOf(rows: Rows): unknown {
  return rows.length === 0 ? null : { Cargo: rows.length === 1 ? rows[0] : rows };
}

/** Reads the call in a request. @throws SoapFault */
async function readStrictly(
  request: ReceivedRequest,
): Promise<{ readonly operation: Operation; readonly call: XmlElement }> {
  const { operation, call } = await readCall(request, OPERATIONS);
  const isQuery = operation === "GetQueryJSON";
  if (request.path !== (isQuery ? QUERIES : SHIPPING)) throw new SoapFault("no such service");
  const action = `${NAMESPACE}${isQuery ? "IArasCargoIntegrationService/" : ""}${operation}`;
  if (request.headers["soapaction"] !== `"${action}"`)
    throw new SoapFault("SOAPAction is of another operation");
  if (!request.body.includes(`<${operation} xmlns="${NAMESPACE}">`))
    throw new SoapFault("the operation is not in the service's namespace");
  return { operation, call };
}

function resultOf({ code, words }: ArasResult): readonly XmlPart[] {
  return [
    ["ResultCode", code],
    ["ResultMessage", words],
  ];
}

function answerOf(operation: Operation, result: XmlPart[1]): readonly XmlPart[] {
  return [[`ns1:${operation}Response`, [[`${operation}Result`, result]]]];
}
