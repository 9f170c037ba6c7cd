/**
 * Prints a bitmap through a printer's own driver (GDI), each dot at its exact position on the
 * paper.
 */
import type { Koffi } from "../../base/koffi.ts";
import { WindowsError, type Winspool } from "./winspool.ts";

/** Density of the driver's paper, device dots per inch. */
export type Device = { readonly dpiX: number; readonly dpiY: number };
/** A bitmap of the whole paper: rows of one bit per dot, 1 = black, padded to whole bytes. */
export type Sheet = {
  readonly width: number;
  readonly height: number;
  readonly bytesPerRow: number;
  readonly bits: Uint8Array;
};
type GdiJob = {
  readonly queue: string;
  readonly name: string;
  readonly media: { readonly widthMm: number; readonly heightMm: number };
};

/** DEVMODEW fields: their offsets, and the flags that mark them as set. */
const DEVMODE = {
  fields: 72,
  orientation: 76,
  paperSize: 78,
  paperLength: 80,
  paperWidth: 82,
} as const;
const SET = { orientation: 0x01, paperSize: 0x02, paperLength: 0x04, paperWidth: 0x08 } as const;
const [PORTRAIT, USER_PAPER] = [1, 256];
const [LOGPIXELSX, LOGPIXELSY, PHYSICALOFFSETX, PHYSICALOFFSETY] = [88, 90, 112, 113];
const SRCCOPY = 0x00cc0020;
const COLOR_ON_COLOR = 3;
const GDI_ERROR = 0xffffffff;
const MM_PER_INCH = 25.4;

export type Gdi = {
  /**
   * Prints sheets as one job.
   *
   * @param draw Returns a sheet for the driver's density; undefined after the last sheet.
   * @returns The job's id.
   * @throws WindowsError
   */
  print(
    job: GdiJob,
    draw: (device: Device, page: number) => Promise<Sheet | undefined>,
  ): Promise<number>;
};

/**
 * Opens the drawing functions of Windows.
 *
 * @param koffi From `loadKoffi`.
 */
export function openGdi(koffi: Koffi, winspool: Pick<Winspool, "paperSettings">): Gdi {
  const calls = bindGdi(koffi);
  return {
    async print({ queue, name, media }, draw) {
      const devmode = winspool.paperSettings(queue, (settings) => setPaper(settings, media));
      const dc: unknown = calls.CreateDC("WINSPOOL", queue, null, devmode);
      if (dc === null)
        throw new WindowsError("refused", "The printer's driver could not be opened.");
      const surface = surfaceOf(calls, dc);
      let isOpen = false;
      try {
        const sheets: Sheet[] = [];
        for (
          let sheet = await draw(surface.device, 0);
          sheet !== undefined;
          sheet = await draw(surface.device, sheets.length)
        )
          sheets.push(sheet);
        const id = startDocument(calls, dc, name);
        isOpen = true;
        for (const sheet of sheets) printSheet(calls, surface, media, sheet);
        if (Number(calls.EndDoc(dc)) <= 0)
          throw new WindowsError("maybe", "The printer's driver did not accept the whole label.");
        isOpen = false;
        return id;
      } finally {
        if (isOpen) calls.AbortDoc(dc);
        calls.DeleteDC(dc);
      }
    },
  };
}

type Call = ReturnType<ReturnType<Koffi["load"]>["func"]>;
type GdiCalls = Readonly<
  Record<
    | "CreateDC"
    | "StartDoc"
    | "StartPage"
    | "EndPage"
    | "EndDoc"
    | "AbortDoc"
    | "DeleteDC"
    | "GetDeviceCaps"
    | "SetStretchBltMode"
    | "StretchDIBits",
    Call
  >
> & { readonly docInfoBytes: number };

function bindGdi(koffi: Koffi): GdiCalls {
  const library = koffi.load("gdi32.dll");
  const docInfo = koffi.struct({
    cbSize: "int",
    lpszDocName: "str16",
    lpszOutput: "str16",
    lpszDatatype: "str16",
    fwType: "uint32",
  });
  const bind = (name: string, result: string, types: Parameters<typeof library.func>[3]): Call =>
    library.func("__stdcall", name, result, types);
  const ofSurface = (name: string): Call => bind(name, "int", ["void *"]);
  return {
    docInfoBytes: koffi.sizeof(docInfo),
    CreateDC: bind("CreateDCW", "void *", ["str16", "str16", "str16", "void *"]),
    StartDoc: bind("StartDocW", "int", ["void *", koffi.pointer(docInfo)]),
    StartPage: ofSurface("StartPage"),
    EndPage: ofSurface("EndPage"),
    EndDoc: ofSurface("EndDoc"),
    AbortDoc: ofSurface("AbortDoc"),
    DeleteDC: ofSurface("DeleteDC"),
    GetDeviceCaps: bind("GetDeviceCaps", "int", ["void *", "int"]),
    SetStretchBltMode: bind("SetStretchBltMode", "int", ["void *", "int"]),
    StretchDIBits: bind("StretchDIBits", "uint32", [
      "void *",
      ...Array.from({ length: 8 }, () => "int"),
      "void *",
      "void *",
      "uint32",
      "uint32",
    ]),
  };
}

/** An open device context, and the position of its first dot on the paper. */
type Surface = {
  readonly dc: unknown;
  readonly device: Device;
  readonly left: number;
  readonly top: number;
};

function surfaceOf({ GetDeviceCaps }: GdiCalls, dc: unknown): Surface {
  const caps = (index: number): number => Number(GetDeviceCaps(dc, index));
  return {
    dc,
    device: { dpiX: caps(LOGPIXELSX), dpiY: caps(LOGPIXELSY) },
    left: caps(PHYSICALOFFSETX),
    top: caps(PHYSICALOFFSETY),
  };
}

/**
 * Starts the job, and returns its id.
 *
 * @throws WindowsError `refused`
 */
function startDocument({ StartDoc, docInfoBytes }: GdiCalls, dc: unknown, name: string): number {
  const id = Number(
    StartDoc(dc, {
      cbSize: docInfoBytes,
      lpszDocName: name,
      lpszOutput: null,
      lpszDatatype: null,
      fwType: 0,
    }),
  );
  if (id <= 0)
    throw new WindowsError("refused", "Windows did not accept the label for this printer.");
  return id;
}

/**
 * Prints one sheet.
 *
 * @throws WindowsError `maybe`
 */
function printSheet(
  calls: GdiCalls,
  { dc, device, left, top }: Surface,
  media: GdiJob["media"],
  sheet: Sheet,
): void {
  const [width, height] = [
    Math.round((media.widthMm * device.dpiX) / MM_PER_INCH),
    Math.round((media.heightMm * device.dpiY) / MM_PER_INCH),
  ];
  const { bits, header } = dibOf(sheet);
  const drawLines = (): number =>
    Number(
      calls.StretchDIBits(
        dc,
        -left,
        -top,
        width,
        height,
        0,
        0,
        sheet.width,
        sheet.height,
        bits,
        header,
        0,
        SRCCOPY,
      ),
    );
  const isDrawn =
    Number(calls.StartPage(dc)) > 0 &&
    Number(calls.SetStretchBltMode(dc, COLOR_ON_COLOR)) !== 0 &&
    isLine(drawLines()) &&
    Number(calls.EndPage(dc)) > 0;
  if (!isDrawn)
    throw new WindowsError("maybe", "The printer's driver did not accept the whole label.");
}

function isLine(lines: number): boolean {
  return lines > 0 && lines !== GDI_ERROR;
}

/** Sets an upright paper of this size. Lengths are tenths of a millimetre. */
function setPaper(devmode: Buffer, { widthMm, heightMm }: GdiJob["media"]): void {
  devmode.writeUInt32LE(
    devmode.readUInt32LE(DEVMODE.fields) |
      SET.orientation |
      SET.paperSize |
      SET.paperLength |
      SET.paperWidth,
    DEVMODE.fields,
  );
  devmode.writeInt16LE(PORTRAIT, DEVMODE.orientation);
  devmode.writeInt16LE(USER_PAPER, DEVMODE.paperSize);
  devmode.writeInt16LE(Math.round(heightMm * 10), DEVMODE.paperLength);
  devmode.writeInt16LE(Math.round(widthMm * 10), DEVMODE.paperWidth);
}

/**
 * Converts a sheet to a Windows bitmap: top-down, rows of whole 32-bit words, 1 = black by the
 * bitmap's palette.
 */
function dibOf({ width, height, bytesPerRow, bits }: Sheet): {
  readonly bits: Buffer;
  readonly header: Buffer;
} {
  const stride = Math.ceil(width / 32) * 4;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1)
    rows.set(bits.subarray(y * bytesPerRow, (y + 1) * bytesPerRow), y * stride);
  const header = Buffer.alloc(40 + 8);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(-height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(1, 14);
  header.writeUInt32LE(rows.length, 20);
  header.writeUInt32LE(2, 32);
  header.writeUInt32LE(0x00ffffff, 40);
  return { bits: rows, header };
}
