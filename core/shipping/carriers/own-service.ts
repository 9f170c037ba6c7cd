/** Our provider code and test service, defined only here. */

export const OWN_PROVIDER = "PACKBENCH";
export const TEST_SERVICE = `${OWN_PROVIDER}_STANDART`;

/** Service codes that published programs use and that do not end in _STANDART. */
const OTHER_KNOWN_SERVICES = ["PTT_KAPIDA_ODEME"];

/**
 * Returns whether a service code means our test service: with `test: true`, programs may send the
 * code of a service of another marketplace or of a carrier.
 */
export function isTestService(code: string): boolean {
  return /^[A-Z0-9]+_STANDART$/.test(code) || OTHER_KNOWN_SERVICES.includes(code);
}
