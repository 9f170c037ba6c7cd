/** Frame of simulated SOAP services: envelopes, faults, and strict reading of calls. */
import { childAt, parseXml, xmlText, type XmlElement, type XmlPart } from "../../../base/xml.ts";
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

function envelope(status: number, namespace: string, parts: readonly XmlPart[]): Reply {
  return {
    status,
    type: "text/xml; charset=utf-8",
    body:
      `<?xml version='1.0' encoding='UTF-8'?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="${namespace}">` +
      `${xmlText([["soap:Body", parts]])}</soap:Envelope>`,
  };
}
