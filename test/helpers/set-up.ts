/**
 * Runs before each test file: what its tests open ends with the test. Files share their processes,
 * and so the modules that they import; a hook in a shared module would be that of the first file
 * alone.
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
