/**
 * Runs before each test file, and closes after each test the stations, receivers and small disks
 * that the test opened. Files share processes and imported modules, so a hook in a shared module
 * would apply only to the first file.
 */
import { afterEach, vi } from "vitest";
import { closeReceivers } from "./receiver.ts";
import { unmountSmallDisks } from "./small-disk.ts";
import { stopStations } from "./station.ts";

afterEach(async () => {
  await stopStations();
  closeReceivers();
  unmountSmallDisks();
  vi.unstubAllGlobals();
});
