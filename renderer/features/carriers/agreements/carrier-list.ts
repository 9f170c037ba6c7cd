/** Carriers that a new agreement can be with; any other carrier is typed with its code and name. */
export const KNOWN_CARRIERS = [
  { code: "SURAT", name: "Sürat Kargo", short: "Sürat" },
  { code: "YURTICI", name: "Yurtiçi Kargo", short: "Yurtiçi" },
  { code: "ARAS", name: "Aras Kargo", short: "Aras" },
  { code: "PTT", name: "PTT Kargo", short: "PTT" },
  { code: "HEPSIJET", name: "HepsiJet", short: "HepsiJet" },
  { code: "KOLAYGELSIN", name: "Kolay Gelsin", short: "Kolay Gelsin" },
  { code: "DHL", name: "DHL eCommerce", short: "DHL" },
  { code: "SENDEO", name: "Sendeo", short: "Sendeo" },
  { code: "UPS", name: "UPS", short: "UPS" },
  { code: "PAKETTAXI", name: "Paket Taxi", short: "Paket Taxi" },
] as const;

/** Value of the choice "another carrier". */
export const OTHER_CARRIER = "other";

/** Returns the usual code and name of a carrier's first service. */
export function usualService(
  providerCode: string,
  name: string,
): { readonly code: string; readonly name: string } {
  const short = KNOWN_CARRIERS.find(({ code }) => code === providerCode)?.short ?? name;
  return { code: `${providerCode}_STANDART`, name: `${short} Standart` };
}
