/**
 * Draws TSPL and EPL2 as a printer would, from the makers' manuals and independently of the
 * product's own reader, dot by dot.
 */
export type PrintedDots = {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
  readonly commands: readonly string[];
  readonly prints: number;
};

/**
 * @param dotsPerMm The printer's density.
 * @returns Black dots as 1; `commands` without the bitmaps.
 * @throws Error at an unknown command.
 */
export function readDotsLabel(bytes: Uint8Array, dotsPerMm = 8): PrintedDots {
  const text = Buffer.from(bytes).toString("latin1");
  let [width, height, prints, at] = [0, 0, 0, 0];
  let dots = new Uint8Array();
  const commands: string[] = [];
  const clear = (): void => void (dots = new Uint8Array(width * height));
  while (at < text.length) {
    const bitmap = /^(?:BITMAP |GW)(\d+),(\d+),(\d+),(\d+),(0,)?/.exec(text.slice(at, at + 40));
    if (bitmap !== null) {
      const [x, y, wide, rows] = bitmap.slice(1, 5).map(Number) as [number, number, number, number];
      at += bitmap[0].length;
      for (let i = 0; i < wide * rows * 8; i++) {
        const isBlack = ((bytes[at + (i >> 3)] ?? 0xff) & (0x80 >> (i & 7))) === 0;
        const [column, row] = [x + (i % (wide * 8)), y + Math.floor(i / (wide * 8))];
        if (column < width && row < height) dots[row * width + column] = isBlack ? 1 : 0;
        else if (isBlack) throw new Error("ink beyond the label");
      }
      at += wide * rows;
      continue;
    }
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end).trim();
    at = end + 1;
    if (line === "") continue;
    const size = /^SIZE ([\d.]+) mm,([\d.]+) mm$/.exec(line);
    const [form, across] = [/^Q(\d+),\d+$/.exec(line), /^q(\d+)$/.exec(line)];
    if (size !== null)
      [width, height] = size.slice(1).map((mm) => Math.round(Number(mm) * dotsPerMm)) as [
        number,
        number,
      ];
    if (across !== null) width = Number(across[1]);
    if (form !== null) height = Number(form[1]);
    if (size !== null || form !== null || line === "CLS") clear();
    if (line === "PRINT 1,1" || line === "P1") prints += 1;
    else if (
      !/^(?:SIZE|GAP|DENSITY|SPEED|DIRECTION|REFERENCE|SHIFT|CLS|N$|q\d|Q\d|D\d|S\d|ZT|R\d)/.test(
        line,
      )
    )
      throw new Error(`unknown: ${line}`);
    commands.push(line);
  }
  return { width, height, dots, commands, prints };
}
