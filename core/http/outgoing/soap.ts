/** Writes requests of SOAP 1.1 and reads the answers. */
import {
  childAt,
  parseXml,
  textAt,
  xmlText,
  type XmlElement,
  type XmlPart,
} from "../../base/xml.ts";

const ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";

/** Operation of a service. */
export type SoapOperation = {
  readonly namespace: string;
  readonly operation: string;
  /** Value of the SOAPAction header; "" where the service expects none. */
  readonly action: string;
  /**
   * Whether the schema qualifies elements: then all elements are in the namespace, otherwise the
   * operation's element alone.
   */
  readonly isQualified?: boolean;
};

/** Writes a request. */
export function soapRequest(
  { namespace, operation, action, isQualified = false }: SoapOperation,
  fields: readonly XmlPart[],
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const prefix = isQualified ? "" : "op:";
  // An empty prefix declares the namespace of the operation's element and of all elements in it.
  const [envelopes, operations] = isQualified
    ? ["", ` xmlns="${namespace}"`]
    : [` xmlns:op="${namespace}"`, ""];
  return {
    headers: { "content-type": "text/xml; charset=utf-8", SOAPAction: `"${action}"` },
    body:
      `<?xml version="1.0" encoding="UTF-8"?>` +
      `<soapenv:Envelope xmlns:soapenv="${ENVELOPE}"${envelopes}><soapenv:Body>` +
      `<${prefix}${operation}${operations}>${xmlText(fields)}</${prefix}${operation}>` +
      `</soapenv:Body></soapenv:Envelope>`,
  };
}

/** Answer of a service: the element in its body, or the text of a fault. */
export type SoapAnswer = { readonly element: XmlElement } | { readonly fault: string };

/** Reads an answer; undefined when it is not a whole SOAP envelope. */
export async function readSoap(text: string): Promise<SoapAnswer | undefined> {
  const envelope = await parseXml(text);
  if (envelope?.name !== "Envelope") return undefined;
  const element = childAt(envelope, "Body")?.children[0];
  if (element === undefined) return undefined;
  if (element.name !== "Fault") return { element };
  const words = textAt(element, "faultstring") || textAt(element, "Reason", "Text");
  return { fault: words === "" ? "The service reports a fault without words." : words };
}
