/**
 * Control barcodes of the desk, by the action that a scan triggers. Printed codes stay valid: add
 * codes, never change one. Three letters followed by digits read the same on most keyboard layouts.
 */
export const CONTROL_CODES = {
  buy: "PBX01",
  next: "PBX02",
  reprint: "PBX03",
  cancel: "PBX04",
  hold: "PBX05",
  yes: "PBX06",
  no: "PBX07",
  box1: "PBX11",
  box2: "PBX12",
  box3: "PBX13",
  box4: "PBX14",
  box5: "PBX15",
  box6: "PBX16",
  box7: "PBX17",
  box8: "PBX18",
  box9: "PBX19",
} as const;
export type ControlName = keyof typeof CONTROL_CODES;
