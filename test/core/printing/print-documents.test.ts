import { describe, expect, it } from "vitest";
import { inTransaction } from "../../../core/db/change.ts";
import type { Document, DocumentLanguage } from "../../../core/db/documents/documents.schema.ts";
import {
  documentOf,
  findDrawn,
  keepDocument,
} from "../../../core/db/documents/documents.service.ts";
import { LABEL_MEDIA } from "../../../core/db/documents/media.schema.ts";
import type { Converted } from "../../../core/labels/convert/converted.ts";
import { RendererLostError } from "../../../core/labels/label-renderer.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { enqueueFirst } from "../../../core/printing/enqueue.ts";
import {
  PrinterError,
  type PrinterTransport,
} from "../../../core/printing/transports/transport.ts";
import { erasePurchase } from "../../../core/fulfilment/transactions/erase-purchase.ts";
import { boughtShipment, eventually, station, type Station } from "../../helpers/station.ts";
import { instantLabels, lookNow } from "./a-printer.ts";

const anUpload = {
  kind: "label",
  media: LABEL_MEDIA,
  language: "ZPL",
  dpi: 203,
  source: "uploaded",
} as const;

/** A station with a printer that stores the bytes that it gets. */
async function printingStation(
  labels = instantLabels,
  isOff = (): boolean => false,
): Promise<{ readonly s: Station; readonly sent: string[] }> {
  const sent: string[] = [];
  const printers: PrinterTransport = {
    send(_printer, bytes) {
      if (isOff()) return Promise.reject(new PrinterError("nothing", "unreachable", "Not there."));
      sent.push(Buffer.from(bytes).toString());
      return Promise.resolve({ state: "SENT" });
    },
    proves: () => "SENT",
    probe: () => Promise.resolve({ state: "ready", message: "Ready." }),
  };
  const s = await station({ world: { printers, labels } });
  await s.desk("POST", "/station/printers", {
    name: "Zebra",
    driver: "tcp",
    host: "127.0.0.1",
    port: 9_100,
  });
  return { s, sent };
}

/**
 * Enqueues a print of a bought shipment: its label, or a document.
 * @returns The ended job.
 */
async function print(s: Station, hash?: string): Promise<PrintJob> {
  const { shipment } = await boughtShipment(s);
  const { deps } = s.core;
  inTransaction(deps, () =>
    enqueueFirst(deps, {
      shipmentID: shipment.id,
      organizationID: s.started.organizationID,
      memberID: s.started.memberID,
      barcode: shipment.barcode,
      ...(hash === undefined ? {} : { document: { hash } }),
    }),
  );
  return ended(s, shipment.id);
}

/** @returns The newest print job of a shipment, once it has ended. */
function ended(s: Station, shipmentID: string): Promise<PrintJob> {
  return eventually("the print has ended", async () => {
    const [job] = (
      await s.desk<{ list: PrintJob[] }>("GET", `/station/printjobs?shipmentID=${shipmentID}`)
    ).data.list;
    return job !== undefined && ["SENT", "FAILED"].includes(job.status) && job;
  });
}

function keep(s: Station, text: string, language: DocumentLanguage): string {
  const file = documentOf(Buffer.from(text), {
    kind: "label",
    media: LABEL_MEDIA,
    language,
    dpi: 0,
    source: "downloaded",
  });
  keepDocument(s.core.deps, file);
  return file.hash;
}

const sentHash = (s: Station, id: string): unknown =>
  s.core.deps.db.raw.prepare("SELECT sent_hash FROM print_jobs WHERE id = ?").pluck().get(id);

describe("a print job that names a document", () => {
  it("the job prints the document byte for byte, not the shipment's label", async () => {
    const { s, sent } = await printingStation();
    const hash = keep(s, "^XA^FDa carrier's own^FS^XZ", "ZPL");
    const job = await print(s, hash);
    expect([job.status, sent, sentHash(s, job.id)]).toEqual([
      "SENT",
      ["^XA^FDa carrier's own^FS^XZ"],
      hash,
    ]);
  });

  it("the job ends FAILED with the reason when the document is gone or cannot be converted, and the next job is printed", async () => {
    const { s, sent } = await printingStation();
    const ends = [
      await print(s, keep(s, "%PDF-1.7", "PDF")),
      await print(s, "0".repeat(64)),
      await print(s),
    ];
    expect(ends).toMatchObject([
      {
        status: "FAILED",
        attempts: 0,
        lastErrorCode: "not drawn",
        lastError: "The PDF could not be opened.",
      },
      {
        status: "FAILED",
        attempts: 0,
        lastErrorCode: "not drawn",
        lastError: "The document is no longer on this station, and was not printed.",
      },
      { status: "SENT", lastError: "" },
    ]);
    expect(sent).toHaveLength(1);
  });
});

describe("an uploaded document", () => {
  const upload = (
    s: Station,
    content: Buffer,
    more: object = {},
  ): Promise<{ status: number; data: Document; code: string; message: string }> =>
    s.desk("POST", "/station/documents", { content: content.toString("base64"), ...more });

  it("an uploaded document is recognised by its first bytes, and answered without its bytes", async () => {
    const { s } = await printingStation();
    const zpl = Buffer.from("^XA^PW1181^LL591^FO9,9^GB9,9,9^FS^XZ");
    expect(await upload(s, zpl, { dpi: 300 })).toMatchObject({
      status: 201,
      data: {
        language: "ZPL",
        dpi: 300,
        media: { widthMm: 100, heightMm: 50 },
        source: "uploaded",
        hash: documentOf(zpl, anUpload).hash,
      },
    });
    expect(
      await upload(s, Buffer.from("\x10CT~~CD,~CC^~CT~\r\n^XA^FO9,9^GB9,9,9^FS^XZ")),
    ).toMatchObject({ data: { language: "ZPL" } });
    expect(await upload(s, Buffer.from("\x02^FO9,9^GB9,9,9^FS\x03"))).toMatchObject({
      data: { language: "ZPL" },
    });
    expect(await upload(s, Buffer.from("%PDF-1.7"), { widthMm: 80, heightMm: 60 })).toMatchObject({
      data: { language: "PDF", dpi: 0, media: { widthMm: 80, heightMm: 60 } },
    });
    expect(await upload(s, Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))).toMatchObject({
      data: { language: "PNG", media: LABEL_MEDIA },
    });
    expect(Object.keys((await upload(s, zpl)).data)).not.toContain("bytes");
  });

  it("an uploaded document is stored as UTF-8 without a byte order mark or leading white space, which printers would print as text", async () => {
    const { s } = await printingStation();
    const zpl = Buffer.from("^XA^FO9,9^GB9,9,9^FS^XZ");
    expect(await upload(s, Buffer.concat([Buffer.from("\uFEFF"), zpl]))).toMatchObject({
      status: 201,
      data: { language: "ZPL", hash: documentOf(zpl, anUpload).hash },
    });
    const wide = Buffer.from(`\uFEFF${zpl.toString()}`, "utf16le");
    for (const bytes of [wide, Buffer.from(wide).swap16()])
      expect(await upload(s, bytes)).toMatchObject({
        status: 201,
        data: { language: "ZPL", hash: documentOf(zpl, anUpload).hash },
      });
    expect(await upload(s, Buffer.from("   \r\n%PDF-1.7"))).toMatchObject({
      data: { language: "PDF", hash: documentOf(Buffer.from("%PDF-1.7"), anUpload).hash },
    });
  });

  it("an upload that is not printable or is larger than 5 MB is E2029", async () => {
    const { s } = await printingStation();
    for (const content of [
      Buffer.from("GIF89a"),
      Buffer.alloc(0),
      Buffer.concat([Buffer.from("%PDF-"), Buffer.alloc(5 * 1024 * 1024)]),
    ]) {
      expect(await upload(s, content)).toMatchObject({ status: 400, code: "E2029" });
    }
  });

  it("an upload is printed for a shipment by the upload's hash, and the job says whether the barcode was verified", async () => {
    const { s, sent } = await printingStation({
      ...instantLabels,
      convert: ({ language }) =>
        Promise.resolve({
          bytes: Buffer.from(`^XA${language}^XZ`),
          labels: 1,
          verification: "verified",
          symbols: [shipment.barcode],
        }),
    });
    const { shipment } = await boughtShipment(s);
    const { data: document } = await upload(s, Buffer.from("%PDF-1.7 a label"));
    const { data: queued, status } = await s.desk<PrintJob>("POST", "/station/printjobs", {
      shipmentID: shipment.id,
      documentHash: document.hash,
    });
    expect([status, queued.verification]).toEqual([201, ""]);
    expect(await ended(s, shipment.id)).toMatchObject({ status: "SENT", verification: "verified" });
    expect(sent).toEqual(["^XAPDF^XZ"]);
  });

  it("an upload with another shipment's barcode is not printed, and an upload without any shipment's barcode is unverifiable", async () => {
    let symbols: readonly string[] = [];
    const { s, sent } = await printingStation({
      ...instantLabels,
      convert: ({ bytes }) =>
        Promise.resolve({ bytes, labels: 1, verification: "verified", symbols }),
    });
    const [own, other] = [(await boughtShipment(s)).shipment, (await boughtShipment(s)).shipment];
    const { data: document } = await upload(s, Buffer.from("%PDF-1.7 a label"));
    const outcome = async (...read: readonly string[]): Promise<PrintJob> => {
      symbols = read;
      const { data } = await s.desk<PrintJob>("POST", "/station/printjobs", {
        shipmentID: own.id,
        documentHash: document.hash,
      });
      return eventually("the print has ended", async () => {
        const { data: job } = await s.desk<PrintJob>("GET", `/station/printjobs/${data.id}`);
        return ["SENT", "FAILED"].includes(job.status) && job;
      });
    };
    expect(await outcome(own.barcode, "ORDER-1")).toMatchObject({
      status: "SENT",
      verification: "verified",
    });
    for (const text of ["1Z999", `${own.barcode}9`, `9${own.barcode}`])
      expect(await outcome(text)).toMatchObject({ status: "SENT", verification: "unverifiable" });
    for (const text of [
      `https://kargo.test/t?no=${own.barcode}&x=1`,
      ` ${own.barcode.toLowerCase()} `,
    ])
      expect(await outcome(text)).toMatchObject({ status: "SENT", verification: "verified" });
    for (const text of [`https://kargo.test/t?no=${other.barcode}`, other.barcode.toLowerCase()])
      expect(await outcome(text)).toMatchObject({ status: "FAILED" });
    const count = sent.length;
    expect(await outcome(own.barcode, other.barcode)).toMatchObject({
      status: "FAILED",
      lastError: `The document was not printed: it has the barcode ${other.barcode} of another shipment and ${own.barcode} of this shipment in one picture. Cut out this shipment's label, and upload it separately.`,
    });
    expect(await outcome(other.barcode)).toMatchObject({
      status: "FAILED",
      lastError: `The document was not printed: it has the barcode ${other.barcode} of another shipment, not ${own.barcode} of this shipment.`,
    });
    expect(sent).toHaveLength(count);
  });

  it(
    "an upload with the labels of several shipments prints the label of the job's shipment, and no other shipment's label",
    { tags: "all" },
    async () => {
      let read: readonly (readonly string[])[] = [];
      const label = (symbols: readonly string[]): Converted => ({
        bytes: Buffer.from(`^XA${symbols.join(" ")}^XZ`),
        labels: 1,
        verification: "verified",
        symbols,
      });
      const all = (labels: readonly Converted[]): Converted => ({
        ...label([]),
        bytes: Buffer.concat(labels.map(({ bytes }) => bytes)),
        symbols: labels.flatMap(({ symbols }) => symbols),
        ...(labels.length === 1 ? {} : { apart: labels }),
      });
      const { s, sent } = await printingStation({
        ...instantLabels,
        convert: () => Promise.resolve(all(read.map(label))),
      });
      const [own, other] = [(await boughtShipment(s)).shipment, (await boughtShipment(s)).shipment];
      const { data: document } = await upload(s, Buffer.from("%PDF-1.7 a day's labels"));
      const outcome = async (
        ...labels: readonly (readonly string[])[]
      ): Promise<readonly unknown[]> => {
        read = labels;
        const count = sent.length;
        const { data } = await s.desk<PrintJob>("POST", "/station/printjobs", {
          shipmentID: own.id,
          documentHash: document.hash,
        });
        const job = await eventually("the print has ended", async () => {
          const { data: now } = await s.desk<PrintJob>("GET", `/station/printjobs/${data.id}`);
          return ["SENT", "FAILED"].includes(now.status) && now;
        });
        return [job.verification, ...sent.slice(count)];
      };
      const [mine, theirs, foreign] = [[own.barcode, "ORDER-1"], [other.barcode], ["1Z999"]];
      expect(await outcome(theirs, mine, foreign)).toEqual([
        "verified",
        `^XA${own.barcode} ORDER-1^XZ`,
      ]);
      expect(await outcome(mine, foreign)).toEqual([
        "verified",
        `^XA${own.barcode} ORDER-1^XZ^XA1Z999^XZ`,
      ]); // A page without any shipment's barcode is printed with the label.
      expect(await outcome(mine, theirs, mine)).toEqual([
        "verified",
        `^XA${own.barcode} ORDER-1^XZ`.repeat(2),
      ]);
      expect(await outcome(mine, mine)).toEqual([
        "verified",
        `^XA${own.barcode} ORDER-1^XZ`.repeat(2),
      ]);
      expect(await outcome(foreign, foreign)).toEqual(["unverifiable", "^XA1Z999^XZ^XA1Z999^XZ"]);
      expect(await outcome([...mine, ...theirs], foreign)).toEqual([""]);
      expect(await outcome(theirs, foreign)).toEqual([""]);
    },
  );

  it("a document that is not stored here, or is a drawn label, is E2056, and an invalid hash is refused", async () => {
    const { s } = await printingStation();
    const { shipment } = await boughtShipment(s);
    const drawn = documentOf(Buffer.from("^XA^XZ"), { ...anUpload, source: "drawn" });
    keepDocument(s.core.deps, drawn);
    for (const documentHash of ["0".repeat(64), drawn.hash])
      expect(
        await s.desk("POST", "/station/printjobs", { shipmentID: shipment.id, documentHash }),
      ).toMatchObject({ status: 404, code: "E2056" });
    expect(
      await s.desk("POST", "/station/printjobs", { shipmentID: shipment.id, documentHash: "../x" }),
    ).toMatchObject({ status: 400 });
  });

  it("an upload that is deleted during its conversion is not printed", async () => {
    let erase = (): void => {};
    const { s, sent } = await printingStation({
      ...instantLabels,
      convert: (original) =>
        Promise.resolve(erase()).then(() => ({
          ...original,
          labels: 1,
          verification: "verified",
          symbols: [],
        })),
    });
    const { shipment } = await boughtShipment(s);
    erase = () => erasePurchase(s.core.deps, shipment.id);
    await s.desk("POST", "/station/printjobs", {
      shipmentID: shipment.id,
      documentHash: keep(s, "%PDF-1.7", "PDF"),
    });
    expect(await ended(s, shipment.id)).toMatchObject({
      status: "FAILED",
      lastError: "The document is no longer on this station, and was not printed.",
    });
    expect(sent).toEqual([]);
  });

  it(
    "an upload that takes long to convert does not delay the labels behind it, and is printed when it is ready",
    { tags: "all" },
    async () => {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      let conversions = 0;
      const { s, sent } = await printingStation({
        ...instantLabels,
        convert: () =>
          held.then(() => ({
            bytes: Buffer.from(`converted ${(conversions += 1)}`),
            labels: 1,
            verification: "verified" as const,
            symbols: [],
          })),
      });
      const { shipment } = await boughtShipment(s);
      const ids: string[] = [];
      for (const pdf of ["%PDF-1.6", "%PDF-1.7"])
        ids.push(
          (
            await s.desk<PrintJob>("POST", "/station/printjobs", {
              shipmentID: shipment.id,
              documentHash: keep(s, pdf, "PDF"),
            })
          ).data.id,
        );
      expect((await print(s)).status).toBe("SENT");
      const jobs = async () =>
        Promise.all(
          ids.map(async (id) => (await s.desk<PrintJob>("GET", `/station/printjobs/${id}`)).data),
        );
      expect(await jobs()).toMatchObject([
        { status: "QUEUED", attempts: 0, lastErrorCode: "converting" },
        { status: "QUEUED" },
      ]);
      release();
      await eventually("both are printed", async () => {
        s.clock.nowMs += 1_000;
        lookNow(s);
        return (await jobs()).every(({ status, attempts }) => status === "SENT" && attempts === 1);
      });
      expect(sent.slice(1).toSorted()).toEqual(["converted 1", "converted 2"]);
    },
  );

  it("an upload that waits for a printer is converted only once, and is not printed if it is deleted meanwhile", async () => {
    let [conversions, isOff] = [0, true];
    const { s, sent } = await printingStation(
      {
        ...instantLabels,
        convert: () =>
          Promise.resolve({
            bytes: Buffer.from(`converted ${(conversions += 1)}`),
            labels: 1,
            verification: "verified" as const,
            symbols: [],
          }),
      },
      () => isOff,
    );
    const { shipment } = await boughtShipment(s);
    const queue = async (pdf: string): Promise<string> =>
      (
        await s.desk<PrintJob>("POST", "/station/printjobs", {
          shipmentID: shipment.id,
          documentHash: keep(s, pdf, "PDF"),
        })
      ).data.id;
    const tried = (id: string, times: number): Promise<true> =>
      eventually(`${times} attempts`, async () => {
        s.clock.nowMs += 5_000;
        lookNow(s);
        return (await s.desk<PrintJob>("GET", `/station/printjobs/${id}`)).data.attempts >= times;
      });
    await tried(await queue("%PDF-1.6"), 3);
    expect(conversions).toBe(1);
    const printOn = async (): Promise<void> => {
      isOff = false;
      s.clock.nowMs += 5_000;
      lookNow(s);
      await print(s); // This label is queued behind the upload.
    };
    await printOn();
    isOff = true;
    await tried(await queue("%PDF-1.7"), 3);
    erasePurchase(s.core.deps, shipment.id);
    await printOn();
    expect(await ended(s, shipment.id)).toMatchObject({
      status: "FAILED",
      lastError: "The document is no longer on this station, and was not printed.",
    });
    expect([conversions, sent.filter((bytes) => bytes.startsWith("converted"))]).toEqual([
      2,
      ["converted 1"],
    ]);
  });

  it("an upload that crashes the renderer twice fails, and does not delay the next label", async () => {
    let attempts = 0;
    const { s, sent } = await printingStation({
      ...instantLabels,
      convert: () => Promise.reject(new RendererLostError(`lost ${(attempts += 1)}`)),
    });
    expect(await print(s, keep(s, "%PDF-1.7", "PDF"))).toMatchObject({
      status: "FAILED",
      lastError:
        "The document was not printed: converting it failed twice. Ask for the label as a PNG or a simpler PDF, and upload that.",
    });
    expect([attempts, (await print(s)).status, sent.length]).toEqual([2, "SENT", 1]);
  });
});

it("the print of a purchase whose personal data was erased fails with the reason", async () => {
  const { s, sent } = await printingStation();
  const { shipment } = await boughtShipment(s);
  erasePurchase(s.core.deps, shipment.id);
  await s.desk("POST", "/station/printjobs", { shipmentID: shipment.id });
  expect(await ended(s, shipment.id)).toMatchObject({
    status: "FAILED",
    lastError:
      "The personal data of this shipment was erased, so its label can no longer be drawn.",
  });
  expect(sent).toEqual([]);
});

it("a print job without a document prints the shipment's label, drawn for the printer, and records the hash of that label", async () => {
  const { s, sent } = await printingStation();
  const job = await print(s);
  const drawn = findDrawn(s.core.deps, {
    shipmentID: job.shipmentID,
    kind: "label",
    media: LABEL_MEDIA,
    layout: { name: "standard", version: 3 },
    variant: "",
    language: "ZPL",
    dpi: 203,
  });
  expect([sent, sentHash(s, job.id)]).toEqual([
    [Buffer.from(drawn?.bytes ?? []).toString()],
    drawn?.hash,
  ]);
});
