/** A watched folder for tests: order files, PDFs, and what the station made of them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OrderFolder } from "../../core/station/order-folder/order-folder.schema.ts";
import { temporaryFolder } from "./folders.ts";
import { eventually, type Station } from "./station.ts";

export const ORDER_HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)";

/** Returns an order file with one order for each number. */
export function orderFile(...numbers: readonly string[]): string {
  const rows = numbers.map(
    (number) => `${number};Çağla Şimşekoğlu;05321112233;Bağdat Cd. 5;Kadıköy;İstanbul;1`,
  );
  return [ORDER_HEAD, ...rows].join("\n");
}

/** Returns a small whole PDF. @param text Makes its content differ. */
export function aPDF(text = "invoice"): string {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>",
    `<< /Length ${text.length + 12} >>\nstream\n% ${text}\n0 0 m S\nendstream`,
  ];
  const offsets: number[] = [];
  let file = "%PDF-1.4\n";
  for (const [i, object] of objects.entries()) {
    offsets.push(file.length);
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  return `${file}xref\n0 5\n0000000000 65535 f \n${table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

export type Folder = {
  readonly path: string;
  /** Puts a file into `in`. */
  drop(name: string, content: string | Uint8Array): void;
  /** Lists a subfolder, without the claims before the names. */
  list(subfolder: string): string[];
  /** Reads the file of a subfolder whose name ends so. */
  read(subfolder: string, ending: string): string;
};

export function folderAt(path: string): Folder {
  const named = (subfolder: string): string[] => readdirSync(join(path, subfolder)).toSorted();
  return {
    path,
    drop: (name, content) => writeFileSync(join(path, "in", name), content),
    list: (subfolder) =>
      named(subfolder).map((name) => name.replace(/^\d{8}T\d{9}-[0-9a-f]{8}-/, "")),
    read: (subfolder, ending) => {
      const name = named(subfolder).find((one) => one.endsWith(ending));
      return readFileSync(join(path, subfolder, name ?? ending), "utf8");
    },
  };
}

/** Makes a station watch a folder. */
export async function watchFolder(s: Station, path = temporaryFolder()): Promise<Folder> {
  const { status, data } = await s.desk<OrderFolder>("PUT", "/station/order-folder", {
    folder: path,
    isOn: true,
  });
  if (status !== 200) throw new Error(`the folder was refused: ${JSON.stringify(data)}`);
  return folderAt(path);
}

/** Reads the state of the folder at a station. */
export async function folderOf(s: Station): Promise<OrderFolder> {
  return (await s.desk<OrderFolder>("GET", "/station/order-folder")).data;
}

/** Waits for the state of a file, by its name. */
export function fileOf(
  s: Station,
  name: string,
  state: OrderFolder["files"][number]["state"],
): Promise<OrderFolder["files"][number]> {
  return eventually(`${name} is ${state}`, async () =>
    (await folderOf(s)).files.find((file) => file.name === name && file.state === state),
  );
}
