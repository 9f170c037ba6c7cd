/**
 * Searches this computer for scales and serial ports, in a process that ends after the search. A
 * driver that hangs ends it too.
 */
import { fromDeviceSchema, type Listed, type ToDevice } from "./device-protocol.ts";
import { findSame } from "./devices.ts";
import type { Device, FoundDevice } from "./scales.schema.ts";
import type { WatchParts } from "./watch-device.ts";

type Answer = { readonly list: readonly Listed[]; readonly isWhole: boolean };
type Found = { readonly list: FoundDevice[]; readonly isSearched: boolean };

/**
 * Lists the devices of this computer.
 *
 * @param known Devices that are set up already.
 */
export async function findDevices(
  { processes, times, log }: Pick<WatchParts, "processes" | "times" | "log">,
  known: readonly Device[],
): Promise<Found> {
  const listed = await new Promise<Answer | undefined>((resolve) => {
    const finish = (answer: Answer | undefined): void => {
      clearTimeout(timer);
      child.kill();
      resolve(answer);
    };
    const timer = setTimeout(finish, times.searchMs, undefined);
    const child = processes.start({
      message(data) {
        const { data: message } = fromDeviceSchema.safeParse(data);
        if (message?.type === "ready") child.send({ type: "list" } satisfies ToDevice);
        if (message?.type === "listed") finish(message);
      },
      exit: () => finish(undefined),
    });
  });
  if (listed?.isWhole !== true) log.warn({}, "the devices of this computer could not be listed");
  return {
    list: (listed?.list ?? []).map((one) => ({ ...one, scaleID: scaleOf(one, known) })),
    isSearched: listed?.isWhole === true,
  };
}

function scaleOf(one: Listed, known: readonly Device[]): string | null {
  const { driver, serialPort, vendorID, productID, serialNumber } = one;
  if (driver === "serial") return findSame(known, { driver, serialPort })?.id ?? null;
  if (vendorID === null || productID === null) return null;
  const exact = findSame(known, { driver, vendorID, productID, serialNumber });
  return (
    (exact ?? findSame(known, { driver, vendorID, productID, serialNumber: null }))?.id ?? null
  );
}
