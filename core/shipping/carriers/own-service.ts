/** Our own provider code and test service: one constant, one place. */

export const OWN_PROVIDER = "PACKBENCH";
export const TEST_SERVICE = `${OWN_PROVIDER}_STANDART`;

/** Service codes that published programs name and that do not end in _STANDART. */
const OTHER_KNOWN_SERVICES = ["PTT_KAPIDA_ODEME"];

/**
 * With `test: true`, programs name another marketplace's own service, or a carrier's, and mean our
 * test service.
 */
export function isTestService(code: string): boolean {
  return /^[A-Z0-9]+_STANDART$/.test(code) || OTHER_KNOWN_SERVICES.includes(code);
}
