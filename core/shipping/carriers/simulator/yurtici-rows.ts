/** Writes the rows in which the simulated Yurtiçi reports its parcels. */
import { turkishTime } from "../../../base/turkish-day.ts";
import type { XmlPart } from "../../../base/xml/xml.ts";
import { priceOf } from "./invoices.ts";
import type { SimulatedParcel, Step } from "./parcels.ts";
import { UNNAMED, type RowError } from "./yurtici-orders.ts";

/** Scans by step: id, words. Ids other than YK and IN are the simulator's own. */
const SCANS: Readonly<Record<Step, readonly [id: string, name: string]>> = {
  scanned: ["KB", "Kargo Kabul Edildi"],
  transfer: ["YK", "Kargo Yüklendi"],
  arrived: ["IN", "Kargo İndirildi"],
  out: ["DG", "Kargo Dağıtıma Çıkarıldı"],
  delivered: ["TS", "Teslim Edildi"],
  returning: ["RD", "Alıcı Kabul Etmedi"],
  kept: ["IV", "İadeden Vazgeçildi"],
  returned: ["GT", "Göndericiye Teslim Edildi"],
  lost: ["KY", "Kargo Bulunamadı"],
};
const MESSAGES: Readonly<Record<string, readonly [code: string, message: string]>> = {
  NOP: ["0", "Kargo İşlem Görmemiş."],
  IND: ["1", "Kargo Teslimattadır."],
  CNL: ["3", "Kargo Çıkışı Engellendi."],
  DLV: ["5", "Kargo teslim edilmiştir."],
};

/** Writes the status of a parcel. */
export function statusRow({ isCancelled, steps }: SimulatedParcel): {
  readonly status: string;
  readonly parts: readonly XmlPart[];
} {
  const last = steps.at(-1)?.step;
  const isAtEnd = last === "delivered" || last === "returned";
  const status = isCancelled ? "CNL" : last === undefined ? "NOP" : isAtEnd ? "DLV" : "IND";
  const [code = "", message = ""] = MESSAGES[status] ?? [];
  return {
    status,
    parts: [
      ["operationCode", code],
      ["operationMessage", message],
      ["operationStatus", status],
    ],
  };
}

/** Writes the answer about one key. */
export function deliveryRow(
  key: string,
  parcel: SimulatedParcel | undefined,
): RowError & { readonly row: XmlPart } {
  const error =
    parcel === undefined ? { code: UNNAMED, words: "Kayıt bulunamadı." } : { code: "0", words: "" };
  const parts: readonly XmlPart[] =
    parcel === undefined
      ? []
      : [
          ["invoiceKey", parcel.fields["invoiceKey"] ?? ""],
          ...statusRow(parcel).parts,
          ...itemOf(parcel),
        ];
  return {
    ...error,
    row: [
      "shippingDeliveryDetailVO",
      [["cargoKey", key], ["errCode", error.code], ["errMessage", error.words], ...parts],
    ],
  };
}

function itemOf(parcel: SimulatedParcel): readonly XmlPart[] {
  const { steps, number, fields } = parcel;
  if (steps.length === 0) return [];
  const atOf = (step: Step): string => steps.findLast((taken) => taken.step === step)?.at ?? "";
  const end = atOf("delivered") || atOf("returned");
  const isReturned = atOf("returned") !== "";
  const reject =
    isReturned || steps.at(-1)?.step === "returning" ? "1" : atOf("kept") === "" ? "" : "4";
  return [
    [
      "shippingDeliveryItemDetailVO",
      [
        ["docId", number],
        ["docTypeExplanation", "Gönderi kabul edildi"],
        [
          "trackingUrl",
          `https://www.yurticikargo.com/tr/online-servisler/gonderi-sorgula?code=${number}`,
        ],
        ["documentDate", dateOf(steps[0]?.at ?? "")],
        ["documentTime", timeOf(steps[0]?.at ?? "")],
        ["departureUnitName", "PACKBENCH ŞUBESİ"],
        ["deliveryUnitName", end === "" ? "" : "VARIŞ ŞUBESİ"],
        ["deliveryDate", dateOf(end)],
        ["deliveryTime", timeOf(end)],
        ["rejectStatus", reject],
        [
          "rejectStatusExplanation",
          reject === "1" ? "İade sürecinde" : reject === "4" ? "İadeden vazgeçildi" : "",
        ],
        ["returnStatus", isReturned ? "3" : "0"],
        ["returnStatusExplanation", isReturned ? "Göndericiye teslim edildi" : ""],
        ["totalDesi", fields["desi"] ?? ""],
        ["totalKg", fields["kg"] ?? ""],
        ["totalPrice", priceOf(fields["desi"] ?? "")],
        ...steps.map(scanPart),
      ],
    ],
  ];
}

function scanPart({ step, at }: SimulatedParcel["steps"][number]): XmlPart {
  const [id, name] = SCANS[step];
  return [
    "invDocCargoVOArray",
    [
      ["unitId", "1"],
      ["unitName", "PACKBENCH ŞUBESİ"],
      ["eventId", id],
      ["eventName", name],
      ["reasonId", "OK"],
      ["reasonName", "Sorun Yok"],
      ["eventDate", dateOf(at)],
      ["eventTime", timeOf(at)],
      ["cityName", "İSTANBUL"],
      ["townName", "KADIKÖY"],
    ],
  ];
}

/** Writes the Turkish day of an instant, "20261129". */
function dateOf(at: string): string {
  return at === "" ? "" : turkishTime(at).slice(0, 10).replaceAll("-", "");
}

/** Writes the Turkish time of an instant, "082304". */
function timeOf(at: string): string {
  return at === "" ? "" : turkishTime(at).slice(11).replaceAll(":", "");
}
