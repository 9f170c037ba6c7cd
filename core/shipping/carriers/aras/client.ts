/**
 * Calls Aras's two services: shipping (ASP.NET) and queries (WCF), each with a login. They write
 * names of fields in different letter cases.
 */
import {
  childAt,
  childrenOf,
  textAt,
  xmlEscaped,
  xmlText,
  type XmlElement,
  type XmlPart,
} from "../../../base/xml/xml.ts";
import type { Outgoing } from "../../../http/outgoing/outgoing.ts";
import { callSoap, misshapen, serviceUrl } from "../call-soap.ts";
import { done, type Outcome } from "../carrier.ts";
import type { ConnectedAccount } from "../connection.ts";
import type { ConnectionSettings } from "../connection.schema.ts";
import { OUR_CODE, readRows, type Row } from "./read-rows.ts";

const NAMESPACE = "http://tempuri.org/";
/** Usual addresses of the services. Aras names other addresses for tests. */
export const LIVE_URL = "https://customerws.araskargo.com.tr/arascargoservice.asmx";
export const LIVE_QUERY_URL =
  "https://customerservices.araskargo.com.tr/ArasCargoCustomerIntegrationService/ArasCargoIntegrationService.svc";
export const TIMEOUT_MS = 30_000;
/**
 * Query by our codes: of the types that take several codes, the one with waybill time, last change
 * and tracking number.
 */
const QUERY_TYPE = "39";
/** Query for the invoices of a period of at most a month, and for the parcels of an invoice. */
const INVOICES_TYPE = "41";
const INVOICE_TYPE = "23";
/** The parcels of an invoice; 1 is its head. */
const PARCELS_REPORT = "2";

/** Answer of the shipping service. */
export type Result = { readonly code: string; readonly words: string };

/** Order as the carrier has it. */
type FoundOrder = { readonly code: string; readonly barcodes: readonly string[] };

export type ArasClient = {
  setOrder(order: readonly XmlPart[], signal: AbortSignal): Promise<Outcome<Result>>;
  cancelDispatch(code: string, signal: AbortSignal): Promise<Outcome<Result>>;
  findOrders(code: string, signal: AbortSignal): Promise<Outcome<readonly FoundOrder[]>>;
  /** Lists the parcels that have a waybill. */
  query(codes: readonly string[], signal: AbortSignal): Promise<Outcome<readonly Row[]>>;
  /** Lists the invoices of a period. @param period Days like "01.11.2026", at most a month. */
  listInvoices(
    period: { readonly from: string; readonly to: string },
    signal: AbortSignal,
  ): Promise<Outcome<readonly Row[]>>;
  /** Lists the parcels of an invoice. */
  listInvoiced(invoice: string, signal: AbortSignal): Promise<Outcome<readonly Row[]>>;
};

/** Creates the client of one account. */
export function createClient(account: ConnectedAccount, outgoing: Outgoing): ArasClient {
  const { settings, username } = account;
  const call = createCall(account, outgoing);
  // Secrets are opened by each operation, because their key may be missing.
  const login = (): readonly XmlPart[] => [
    ["userName", username],
    ["password", account.password],
  ];
  const ask = async (
    { info, rowField }: Query,
    signal: AbortSignal,
  ): Promise<Outcome<readonly Row[]>> => {
    const fields = queryOf(info, settings, account.secrets["queryPassword"] ?? "");
    const answer = await call("GetQueryJSON", fields, signal);
    return answer.outcome === "done" ? await readRows(answer.value.text, rowField) : answer;
  };
  return {
    async setOrder(order, signal) {
      const orderLogin: readonly XmlPart[] = [
        ["UserName", username],
        ["Password", account.password],
      ];
      const orders: XmlPart = ["orderInfo", [["Order", [...orderLogin, ...order]]]];
      const answer = await call("SetOrder", [orders, ...login()], signal);
      return answer.outcome === "done" ? readResult(answer.value, "OrderResultInfo") : answer;
    },
    async cancelDispatch(code, signal) {
      const fields: readonly XmlPart[] = [...login(), ["integrationCode", code]];
      const answer = await call("CancelDispatch", fields, signal);
      return answer.outcome === "done" ? readResult(answer.value) : answer;
    },
    async findOrders(code, signal) {
      const fields: readonly XmlPart[] = [...login(), ["integrationCode", code]];
      const answer = await call("GetOrderWithIntegrationCode", fields, signal);
      return answer.outcome === "done" ? done(readOrders(answer.value)) : answer;
    },
    query: (codes, signal) => ask(parcelsQuery(codes), signal),
    listInvoices: (period, signal) => ask(invoicesQuery(period), signal),
    listInvoiced: (invoice, signal) => ask(invoiceQuery(invoice), signal),
  };
}

/** `rowField`: name of the field that each row of the answer has. */
type Query = { readonly info: readonly XmlPart[]; readonly rowField: string };

function parcelsQuery(codes: readonly string[]): Query {
  return {
    info: [
      ["QueryType", QUERY_TYPE],
      ["IntegrationCode", codes.join(",")],
    ],
    rowField: OUR_CODE,
  };
}

function invoicesQuery({ from, to }: { readonly from: string; readonly to: string }): Query {
  return {
    info: [
      ["QueryType", INVOICES_TYPE],
      ["StartDate", from],
      ["EndDate", to],
    ],
    rowField: "FATURA_SERINO",
  };
}

function invoiceQuery(invoice: string): Query {
  return {
    info: [
      ["QueryType", INVOICE_TYPE],
      ["ReportType", PARCELS_REPORT],
      ["InvoiceSerialNumber", invoice],
    ],
    rowField: "TUTAR",
  };
}

/** Writes a query: its two parameters are texts of XML. */
function queryOf(
  info: readonly XmlPart[],
  settings: ConnectionSettings,
  password: string,
): readonly XmlPart[] {
  const login: readonly XmlPart[] = [
    ["UserName", settings["queryUsername"] ?? ""],
    ["Password", password],
    ["CustomerCode", settings["customerCode"] ?? ""],
  ];
  return [
    ["loginInfo", xmlText([["LoginInfo", login]])],
    ["queryInfo", xmlText([["QueryInfo", info]])],
  ];
}

/** Creates the call of an operation; done with the element of its result. */
function createCall(
  account: ConnectedAccount,
  outgoing: Outgoing,
): (
  operation: string,
  fields: readonly XmlPart[],
  signal: AbortSignal,
) => Promise<Outcome<XmlElement>> {
  const { id, settings } = account;
  return async (operation, fields, signal) => {
    const { password, secrets } = account;
    const queryPassword = secrets["queryPassword"] ?? "";
    const isQuery = operation === "GetQueryJSON";
    const answer = await callSoap(
      outgoing,
      {
        carrier: "Aras",
        namespace: NAMESPACE,
        operation,
        action: `${NAMESPACE}${isQuery ? "IArasCargoIntegrationService/" : ""}${operation}`,
        isQualified: true,
        fields,
        accountID: id,
        url: isQuery
          ? serviceUrl(settings["queryUrl"], LIVE_QUERY_URL)
          : serviceUrl(settings["url"], LIVE_URL),
        // The password of a query is in a text of XML inside the XML.
        secrets: [password, queryPassword, xmlEscaped(queryPassword)],
        shownFields: ["InvoiceKey", "CargoKey"],
        timeoutMs: TIMEOUT_MS,
      },
      signal,
    );
    if (answer.outcome !== "done") return answer;
    const result = childAt(answer.value, `${operation}Result`);
    return result === undefined ? misshapen("Aras") : done(result);
  };
}

function readResult(element: XmlElement, ...path: readonly string[]): Outcome<Result> {
  const code = textAt(element, ...path, "ResultCode");
  const words = textAt(element, ...path, "ResultMessage");
  return code === "" ? misshapen("Aras") : done({ code, words });
}

function readOrders(element: XmlElement): readonly FoundOrder[] {
  return childrenOf(element, "Order").map((order) => ({
    code: textAt(order, "IntegrationCode"),
    barcodes: (childAt(order, "PieceDetails")?.children ?? []).map((piece) =>
      textAt(piece, "BarcodeNumber"),
    ),
  }));
}
