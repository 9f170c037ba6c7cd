/** Our provider code and test service, defined only here. */

export const OWN_PROVIDER = "PACKBENCH";
export const TEST_SERVICE = `${OWN_PROVIDER}_STANDART`;

/** Service codes that published programs use and that do not end in _STANDART. */
const OTHER_KNOWN_SERVICES = ["PTT_KAPIDA_ODEME"];

/**
 * Whether a service code means our test service: with `test: true`, programs send the code of
 * another marketplace's or a carrier's service.
 */
export function isTestService(code: string): boolean {
  return /^[A-Z0-9]+_STANDART$/.test(code) || OTHER_KNOWN_SERVICES.includes(code);
}
