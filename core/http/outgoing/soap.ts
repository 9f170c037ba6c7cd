/** Writes requests of SOAP 1.1 and reads the answers. */
import {
  childAt,
  parseXml,
  textAt,
  xmlText,
  type XmlElement,
  type XmlPart,
} from "../../base/xml/xml.ts";

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
  /**
   * Parameter that holds all fields (Axis2): its element is in the operation's namespace, the fields
   * in it are in `namespace`. Absent: the fields are the operation's children.
   */
  readonly parameter?: { readonly name: string; readonly namespace: string };
};

/** Writes a request. */
export function soapRequest(
  { namespace, operation, action, isQualified = false, parameter }: SoapOperation,
  fields: readonly XmlPart[],
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const prefix = isQualified ? "" : "op:";
  const types = parameter === undefined ? "" : ` xmlns:types="${parameter.namespace}"`;
  const content: readonly XmlPart[] =
    parameter === undefined
      ? fields
      : [[`${prefix}${parameter.name}`, inNamespace("types", fields)]];
  // An empty prefix declares the namespace of the operation's element and of all elements in it.
  const [envelopes, operations] = isQualified
    ? ["", ` xmlns="${namespace}"`]
    : [` xmlns:op="${namespace}"`, ""];
  return {
    headers: { "content-type": "text/xml; charset=utf-8", SOAPAction: `"${action}"` },
    body:
      `<?xml version="1.0" encoding="UTF-8"?>` +
      `<soapenv:Envelope xmlns:soapenv="${ENVELOPE}"${envelopes}${types}><soapenv:Body>` +
      `<${prefix}${operation}${operations}>${xmlText(content)}</${prefix}${operation}>` +
      `</soapenv:Body></soapenv:Envelope>`,
  };
}

/** Writes the prefix of a namespace before the name of each element. */
function inNamespace(prefix: string, parts: readonly XmlPart[]): readonly XmlPart[] {
  return parts.map(([name, content]) => [
    `${prefix}:${name}`,
    typeof content === "string" ? content : inNamespace(prefix, content),
  ]);
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
