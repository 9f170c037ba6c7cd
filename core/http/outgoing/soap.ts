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

/**
 * Writes a request. Only the operation's element has a namespace prefix, as services require whose
 * schema does not qualify elements.
 *
 * @param action Value of the SOAPAction header; "" where the service expects none.
 */
export function soapRequest(
  { namespace, operation, action }: Readonly<Record<"namespace" | "operation" | "action", string>>,
  fields: readonly XmlPart[],
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  return {
    headers: { "content-type": "text/xml; charset=utf-8", SOAPAction: `"${action}"` },
    body:
      `<?xml version="1.0" encoding="UTF-8"?>` +
      `<soapenv:Envelope xmlns:soapenv="${ENVELOPE}" xmlns:op="${namespace}"><soapenv:Body>` +
      `<op:${operation}>${xmlText(fields)}</op:${operation}></soapenv:Body></soapenv:Envelope>`,
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
