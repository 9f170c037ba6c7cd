/**
 * Functions that each damage a symbol's picture in one way, as paper, heat or a courier's scanner
 * does.
 */

/** 8-bit grey, 0 is black, row by row. */
export type Grey = { readonly width: number; readonly height: number; readonly dots: Uint8Array };

/** Creates a picture. @param at Returns the grey of a dot, which is clamped to 0…255. */
export function makeGrey(
  width: number,
  height: number,
  at: (x: number, y: number) => number,
): Grey {
  const dots = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      dots[y * width + x] = Math.max(0, Math.min(255, Math.round(at(x, y))));
  return { width, height, dots };
}

/** Returns the grey of a dot; white beyond the edges. */
function greyAt({ width, height, dots }: Grey, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 255 : (dots[y * width + x] ?? 255);
}

/** Replaces each dot by the mean of a square around it. @param side Side of the square, dots. */
export function blurred(picture: Grey, side: number): Grey {
  const mean = (at: (offset: number) => number): number => {
    let sum = 0;
    for (let i = 0; i < side; i++) sum += at(i - (side >> 1));
    return sum / side;
  };
  const across = makeGrey(picture.width, picture.height, (x, y) =>
    mean((offset) => greyAt(picture, x + offset, y)),
  );
  return makeGrey(picture.width, picture.height, (x, y) =>
    mean((offset) => greyAt(across, x, y + offset)),
  );
}

/** Blurs like a lens out of focus. @param sigma Standard deviation of the spread, dots. */
export function defocused(picture: Grey, sigma: number): Grey {
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma ** 2)),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = (at: (offset: number) => number): number => {
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += (weights[i] ?? 0) * at(i - reach);
    return sum / all;
  };
  const across = makeGrey(picture.width, picture.height, (x, y) =>
    mean((offset) => greyAt(picture, x + offset, y)),
  );
  return makeGrey(picture.width, picture.height, (x, y) =>
    mean((offset) => greyAt(across, x, y + offset)),
  );
}

/** Inverts a share of the dots. The same seed inverts the same dots. */
export function speckled(picture: Grey, share: number, seed: number): Grey {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { ...picture, dots: picture.dots.map((dot) => (random() < share ? 255 - dot : dot)) };
}

/**
 * Replaces the rows of each band by their mean, as a laser's spot or an imager sees bars.
 * @param rows Rows of a band.
 */
export function rowsAveraged(picture: Grey, rows: number): Grey {
  const band = (y: number): number => Math.min(picture.height - rows, Math.floor(y / rows) * rows);
  return makeGrey(picture.width, picture.height, (x, y) => {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += greyAt(picture, x, band(y) + i);
    return sum / rows;
  });
}

/** Rotates about the middle on a white ground that is large enough, interpolating greys. */
export function rotated(picture: Grey, degrees: number): Grey {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const width = Math.ceil(picture.width * Math.abs(cos) + picture.height * Math.abs(sin)) + 2;
  const height = Math.ceil(picture.width * Math.abs(sin) + picture.height * Math.abs(cos)) + 2;
  return makeGrey(width, height, (x, y) => {
    const [dx, dy] = [x - (width - 1) / 2, y - (height - 1) / 2];
    const fromX = dx * cos + dy * sin + (picture.width - 1) / 2;
    const fromY = dy * cos - dx * sin + (picture.height - 1) / 2;
    const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
    const [u, v] = [fromX - left, fromY - top];
    const upper = greyAt(picture, left, top) * (1 - u) + greyAt(picture, left + 1, top) * u;
    const lower = greyAt(picture, left, top + 1) * (1 - u) + greyAt(picture, left + 1, top + 1) * u;
    return upper * (1 - v) + lower * v;
  });
}

/** Halves the size: four dots become one. */
export function halved(picture: Grey): Grey {
  return makeGrey(Math.floor(picture.width / 2), Math.floor(picture.height / 2), (x, y) => {
    const at = (i: number, j: number): number => greyAt(picture, 2 * x + i, 2 * y + j);
    return (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4;
  });
}

/** Grows black by a dot to the right, and with `isAlsoDown` downwards, like too much heat. */
export function grown(picture: Grey, isAlsoDown: boolean): Grey {
  return withNeighbours(picture, isAlsoDown, Math.min);
}

/** Shrinks black by a dot at the left, and with `isAlsoDown` at the top, like too little heat. */
export function shrunk(picture: Grey, isAlsoDown: boolean): Grey {
  return withNeighbours(picture, isAlsoDown, Math.max);
}

function withNeighbours(
  picture: Grey,
  isAlsoDown: boolean,
  choose: (...greys: number[]) => number,
): Grey {
  return makeGrey(picture.width, picture.height, (x, y) => {
    const here = [greyAt(picture, x, y), greyAt(picture, x - 1, y)];
    return choose(
      ...here,
      ...(isAlsoDown ? [greyAt(picture, x, y - 1), greyAt(picture, x - 1, y - 1)] : []),
    );
  });
}

/** Encodes a picture as a file (PGM). */
export function pgmOf({ width, height, dots }: Grey): Uint8Array {
  return new Uint8Array(
    Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`, "latin1"), dots]),
  );
}
