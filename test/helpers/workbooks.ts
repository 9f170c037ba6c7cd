/** Builds workbooks from the texts of their parts, for what a spreadsheet program does not write. */
import { crc32, deflateRawSync } from "node:zlib";
import type { SheetCell } from "../../core/base/xlsx.ts";
import { xlsxStream } from "../../core/base/xlsx.ts";

export const TYPES = "http://schemas.openxmlformats.org";

/** Parts of a workbook with sheets of these names; sheet 1 is `xl/worksheets/sheet1.xml`. */
export function bookParts(...names: readonly string[]): Readonly<Record<string, string>> {
  const each = (part: (name: string, no: number) => string): string =>
    names.map((name, i) => part(name, i + 1)).join("");
  return {
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${TYPES}/package/2006/relationships">${each((_, no) => `<Relationship Id="rId${no}" Type="${TYPES}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${no}.xml"/>`)}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${TYPES}/spreadsheetml/2006/main" xmlns:r="${TYPES}/officeDocument/2006/relationships"><sheets>${each((name, no) => `<sheet name="${name}" sheetId="${no}" r:id="rId${no}"/>`)}</sheets></workbook>`,
  };
}

export const WORKBOOK_PARTS = bookParts("a");

/** Writes a workbook with the program's own writer. */
export async function xlsxOf(rows: readonly (readonly SheetCell[])[]): Promise<Buffer> {
  async function* all(): AsyncGenerator<readonly (readonly SheetCell[])[]> {
    yield rows;
  }
  return Buffer.concat(await xlsxStream("Fiyat", all()).toArray());
}

/** @param size Unpacked size that the file states for each part, or undefined for the true size. */
export function workbookOf(
  parts: Readonly<Record<string, string | Buffer>>,
  size?: number,
): Buffer {
  const [files, directory] = [[] as Buffer[], [] as Buffer[]];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const [bytes, title] = [Buffer.from(text), Buffer.from(name)];
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    for (const [value, offset] of [
      [20, 0],
      [8, 4],
      [title.length, 22],
    ] as const)
      common.writeUInt16LE(value, offset);
    for (const [value, offset] of [
      [crc32(bytes), 10],
      [packed.length, 14],
      [size ?? bytes.length, 18],
    ] as const)
      common.writeUInt32LE(value, offset);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    files.push(Buffer.from("504b0304", "hex"), common, title, packed);
    directory.push(Buffer.from("504b01021400", "hex"), common, place, title);
    at += 30 + title.length + packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(parts).length, 4);
  end.writeUInt16LE(Object.keys(parts).length, 6);
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    8,
  );
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, ...directory, Buffer.from("504b0506", "hex"), end]);
}
