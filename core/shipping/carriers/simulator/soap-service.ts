/** Frame of simulated SOAP services: envelopes, faults, and strict reading of calls. */
import {
  childAt,
  parseXml,
  xmlText,
  type XmlElement,
  type XmlPart,
} from "../../../base/xml/xml.ts";
import type { ReceivedRequest, Reply } from "./simulated-carrier.ts";

/** A request that no service of SOAP would understand. */
export class SoapFault extends Error {}

/** Runs a service; a `SoapFault` becomes its answer. */
export async function answerSoap(
  namespace: string,
  answer: () => Promise<readonly XmlPart[]>,
): Promise<Reply> {
  try {
    return envelope(200, namespace, await answer());
  } catch (error) {
    if (!(error instanceof SoapFault)) throw error;
    const words: readonly XmlPart[] = [
      ["faultcode", "soap:Client"],
      ["faultstring", error.message],
    ];
    return envelope(500, namespace, [["soap:Fault", words]]);
  }
}

/**
 * Reads the element of the call in a request.
 *
 * @throws SoapFault when the request is not a POST of SOAP 1.1, or calls another operation.
 */
export async function readCall<Operation extends string>(
  { method, headers, body }: ReceivedRequest,
  operations: readonly Operation[],
): Promise<{ readonly operation: Operation; readonly call: XmlElement }> {
  if (method !== "POST") throw new SoapFault("no such service");
  if (!/^text\/xml\b/.test(String(headers["content-type"])))
    throw new SoapFault("the content type must be text/xml");
  if (headers["soapaction"] === undefined) throw new SoapFault("SOAPAction is missing");
  const call = childAt(await parseXml(body), "Body")?.children[0];
  const operation = operations.find((name) => name === call?.name);
  if (call === undefined || operation === undefined) throw new SoapFault("no such operation");
  return { operation, call };
}

/** @throws SoapFault unless an element has exactly these children, in this order. */
export function requireFields(element: XmlElement, names: readonly string[]): void {
  const wrongAt = names.findIndex((name, n) => element.children[n]?.name !== name);
  if (wrongAt >= 0 || element.children.length !== names.length)
    throw new SoapFault(`${names[wrongAt] ?? "nothing"} is expected in ${element.name}`);
}

/** Returns the texts of an element's children by their names. */
export function fieldsOf(element: XmlElement): Readonly<Record<string, string>> {
  return Object.fromEntries(element.children.map(({ name, text }) => [name, text]));
}

function envelope(status: number, namespace: string, parts: readonly XmlPart[]): Reply {
  return {
    status,
    type: "text/xml; charset=utf-8",
    body:
      `<?xml version='1.0' encoding='UTF-8'?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="${namespace}">` +
      `${xmlText([["soap:Body", parts]])}</soap:Envelope>`,
  };
}
