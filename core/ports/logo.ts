/** Draws an organization's logo for its labels. */
/**
 * A logo in the form that the label model stores, and as a PNG. `bits`: rows padded to whole bytes,
 * 1 is black, in base64.
 */
export type LogoDots = {
  readonly columns: number;
  readonly rows: number;
  readonly bits: string;
  readonly png: Uint8Array;
};

export type LogoDrawing = {
  /**
   * Turns a picture into the logo of labels: black and white dots, at most 400 × 200.
   *
   * @throws AppError E2029 when the picture is not a PNG, cannot be read in time, has more than 4
   *   million dots, or shows nothing on white paper.
   */
  makeLogo(png: Uint8Array): Promise<LogoDots>;
};
