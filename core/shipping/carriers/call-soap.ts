/**
 * Calls a carrier's SOAP service. Decides what its answer means by status and form; the kinds read
 * codes and rows, because services report failures with HTTP status 200.
 */
import {
  isBeyondXmlBounds,
  XML_BOUNDS,
  type XmlElement,
  type XmlPart,
} from "../../base/xml/xml.ts";
import type { Outgoing, OutgoingRequest } from "../../http/outgoing/outgoing.ts";
import { readSoap, soapRequest, type SoapOperation } from "../../http/outgoing/soap.ts";
import { done, unknown, unsent, type Outcome } from "./carrier.ts";

export type SoapCall = SoapOperation &
  Pick<OutgoingRequest, "accountID" | "url" | "secrets" | "shownFields" | "timeoutMs"> & {
    /** Name of the carrier, for causes. */
    readonly carrier: string;
    readonly fields: readonly XmlPart[];
  };

/** Calls an operation; done with the element of its answer. */
export async function callSoap(
  outgoing: Outgoing,
  { carrier, namespace, operation, action, isQualified, parameter, fields, ...request }: SoapCall,
  signal: AbortSignal,
): Promise<Outcome<XmlElement>> {
  const answer = await outgoing.call(
    {
      ...request,
      ...soapRequest(
        {
          namespace,
          operation,
          action,
          ...(isQualified === true && { isQualified }),
          ...(parameter !== undefined && { parameter }),
        },
        fields,
      ),
      operation,
      method: "POST",
    },
    signal,
  );
  if (answer.result === "unsent") return unsent(answer.cause);
  if (answer.result === "unknown") return unknown(answer.cause);
  const { status } = answer;
  const soap = await readSoap(answer.body);
  if (soap !== undefined && "fault" in soap)
    return unknown(`${carrier} answered ${status}: ${soap.fault}`);
  if (status === 403)
    return unknown(
      `${carrier} answered 403: it may serve only computers whose addresses it has allowed.`,
    );
  if (status !== 200) return unknown(`${carrier} answered ${status}.`);
  if (soap === undefined && isBeyondXmlBounds(answer.body))
    return unknown(`${carrier}'s answer has more than the ${XML_BOUNDS} that the station reads.`);
  return soap?.element.name === `${operation}Response` ? done(soap.element) : misshapen(carrier);
}

/** Makes the outcome of an answer that is not in the form of the carrier's service. */
export function misshapen(carrier: string): Outcome<never> {
  return unknown(`${carrier}'s answer is not in the form of its service.`);
}

/**
 * Returns the address of a service, also for the address of its description, which ends in ?wsdl or
 * ?singleWsdl.
 */
export function serviceUrl(setting = "", usual: string): string {
  return setting === "" ? usual : setting.replace(/\?(?:single)?wsdl$/i, "");
}
