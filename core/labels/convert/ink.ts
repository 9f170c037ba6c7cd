/** A drawn page: ink of each dot from 0 (paper) to 255, row by row without gaps. */
export type Ink = { readonly width: number; readonly height: number; readonly ink: Uint8Array };

/** @param width Dots. @param height Dots. @returns A page without ink. */
export function createInk(width: number, height: number): Ink {
  return { width, height, ink: new Uint8Array(width * height) };
}

/** @returns The page as a grey picture without compression (PGM), which the symbol reader knows. */
export function pgmOf({ width, height, ink }: Ink): Uint8Array {
  const head = Buffer.from(`P5 ${width} ${height} 255\n`);
  const file = new Uint8Array(head.length + ink.length);
  file.set(head);
  for (let i = 0; i < ink.length; i += 1) file[head.length + i] = 255 - (ink[i] ?? 0);
  return file;
}
