/** Scans of serial scanners: they are handled like scans that the keyboard sends. */
import { takeScannedCodes } from "../../core/station/scales/scales.api.ts";
import { call } from "../lib/bridge.ts";
import { noteUse } from "./desk-gate.ts";
import { takeScan } from "./keyboard.ts";

/** Takes the codes that serial scanners have read, and handles them in their order. */
export async function readSerialScans(): Promise<void> {
  const taken = await call(takeScannedCodes).catch(() => null);
  if ((taken?.codes ?? []).length > 0) noteUse();
  for (const code of taken?.codes ?? []) takeScan(code);
}
