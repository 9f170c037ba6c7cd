/** Names of services, as packers read them. */
import { fold } from "../../base/text.ts";

/** Makes a name of a code: "SURAT_STANDART" becomes "Surat Standart". */
export function nameOfCode(code: string): string {
  return code
    .split(/[_-]+/)
    .filter((part) => part !== "")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
    .join(" ");
}

/**
 * Names a service with its carrier, unless its own name does: "Standart" of Hızlı Kargo becomes
 * "Hızlı Kargo Standart", and "Hızlı Standart" stays.
 */
export function nameWithCarrier(carrierName: string, serviceName: string): string {
  const [first] = wordsOf(carrierName);
  const isNamed = first === undefined || wordsOf(serviceName).includes(first);
  return isNamed ? serviceName : `${carrierName} ${serviceName}`;
}

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\d]+/gu) ?? [];
