/**
 * Calls Yurtiçi's service ShippingOrderDispatcherServices (SOAP 1.1). The service reports failures
 * with HTTP status 200, so each answer is read down to its rows.
 */
import {
  childAt,
  childrenOf,
  textAt,
  type XmlElement,
  type XmlPart,
} from "../../../base/xml/xml.ts";
import type { Outgoing } from "../../../http/outgoing/outgoing.ts";
import { callSoap, misshapen, serviceUrl } from "../call-soap.ts";
import { done, type Outcome } from "../carrier.ts";
import type { ConnectedAccount } from "../connection.ts";
import { statusOf } from "./statuses.ts";

const NAMESPACE = "http://yurticikargo.com.tr/ShippingOrderDispatcherServices";
/** Usual address of the service. Yurtiçi names another one for tests. */
export const LIVE_URL =
  "https://ws.yurticikargo.com/KOPSWebServices/ShippingOrderDispatcherServices";
export const TIMEOUT_MS = 30_000;

/**
 * Operations, with the names of their language field, of the element of their answer, and of its
 * rows. The service reads the language from another field in each operation.
 */
const OPERATIONS = {
  createShipment: {
    language: "userLanguage",
    answer: "ShippingOrderResultVO",
    row: "shippingOrderDetailVO",
  },
  cancelShipment: {
    language: "userLanguage",
    answer: "ShippingOrderResultVO",
    row: "shippingCancelDetailVO",
  },
  queryShipment: {
    language: "wsLanguage",
    answer: "ShippingDeliveryVO",
    row: "shippingDeliveryDetailVO",
  },
  // The answer has no rows. The public documents do not show the name of its element.
  saveReturnShipmentCode: { language: "wsLanguage", answer: "", row: "" },
  cancelReturnShipmentCode: { language: "wsLanguage", answer: "", row: "" },
} as const;
type Operation = keyof typeof OPERATIONS;

/** Part of an answer about one parcel. `code`: "" when the row reports no error. */
export type Row = {
  readonly cargoKey: string;
  readonly code: string;
  readonly words: string;
  /** NOP, IND, ISR, CNL, ISC, DLV or BI; "" in the answer to a createShipment. */
  readonly status: string;
  readonly element: XmlElement;
};

/**
 * Answer of the service. `flag`: "0" at least one row succeeded, "1" all rows failed, "2" an
 * unexpected error.
 */
export type Answer = {
  readonly flag: string;
  readonly code: string;
  readonly words: string;
  readonly jobID: string;
  readonly rows: readonly Row[];
};

export type YurticiClient = (
  operation: Operation,
  fields: readonly XmlPart[],
  signal: AbortSignal,
) => Promise<Outcome<Answer>>;

/** Creates the client of one account. */
export function createClient(account: ConnectedAccount, outgoing: Outgoing): YurticiClient {
  const { id: accountID, username, settings } = account;
  return async (operation, fields, signal) => {
    const { password } = account;
    const answer = await callSoap(
      outgoing,
      {
        carrier: "Yurtiçi",
        namespace: NAMESPACE,
        operation,
        action: "",
        fields: [
          ["wsUserName", username],
          ["wsPassword", password],
          [OPERATIONS[operation].language, "TR"],
          ...fields,
        ],
        accountID,
        url: serviceUrl(settings["url"], LIVE_URL),
        secrets: [password],
        shownFields: [
          "cargoKey",
          "cargoKeys",
          "invoiceKey",
          "keys",
          "keyType",
          "fieldName",
          "returnCode",
        ],
        timeoutMs: TIMEOUT_MS,
      },
      signal,
    );
    return answer.outcome === "done" ? readAnswer(operation, answer.value) : answer;
  };
}

function readAnswer(operation: Operation, element: XmlElement): Outcome<Answer> {
  const { answer: name, row } = OPERATIONS[operation];
  const answer =
    name === ""
      ? element.children.find((child) => childAt(child, "outFlag") !== undefined)
      : childAt(element, name);
  const flag = textAt(answer, "outFlag");
  if (answer === undefined || !["0", "1", "2"].includes(flag)) return misshapen("Yurtiçi");
  return done({
    flag,
    code: codeOf(answer),
    words: textAt(answer, "errMessage") || textAt(answer, "outResult"),
    jobID: textAt(answer, "jobId"),
    rows: childrenOf(answer, row).map(rowOf),
  });
}

function rowOf(element: XmlElement): Row {
  return {
    cargoKey: textAt(element, "cargoKey"),
    code: codeOf(element),
    words: textAt(element, "errMessage") || textAt(element, "operationMessage"),
    status: statusOf(textAt(element, "operationStatus"), textAt(element, "operationCode")),
    element,
  };
}

function codeOf(element: XmlElement): string {
  const code = textAt(element, "errCode");
  return code === "0" ? "" : code;
}
