/** Writes the rows in which the simulated Aras reports its parcels, in the form of query type 39. */
import { turkishTime } from "../../../base/turkish-day.ts";
import { priceOf } from "./invoices.ts";
import type { SimulatedParcel, Step } from "./parcels.ts";

/** State, kind of way (3 return), hold and words by the last step. */
const STATES: Readonly<
  Record<Step, readonly [state: string, way: string, hold: string, words: string]>
> = {
  scanned: ["1", "1", "", "ÇIKIŞ ŞUBESİNDE"],
  transfer: ["2", "1", "", "YOLDA"],
  arrived: ["3", "1", "", "TESLİMAT ŞUBESİNDE"],
  out: ["4", "1", "", "TESLİMATTA"],
  delivered: ["6", "1", "", "TESLİM EDİLDİ"],
  returning: ["2", "3", "KE", "YOLDA"],
  kept: ["3", "1", "TG", "TESLİMAT ŞUBESİNDE"],
  returned: ["6", "3", "", "TESLİM EDİLDİ"],
  lost: ["3", "1", "HT", "TESLİMAT ŞUBESİNDE"],
};
const HOLDS: Readonly<Record<string, string>> = {
  KE: "ALICI KARGOYU KABUL ETMİYOR",
  TG: "TESLİMAT GÜN İÇERİSİNDE YAPILAMADI",
  HT: "HASARLI/TAZMİNLİK KARGO",
};

/** Writes the row of a parcel; undefined before the branch has issued its waybill. */
export function parcelRow({
  code,
  number,
  steps,
}: SimulatedParcel): Readonly<Record<string, string>> | undefined {
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const [state, way, hold, words] = STATES[last.step];
  const end = state === "6" ? last.at : "";
  return {
    MUSTERI_OZEL_KODU: code,
    IRSALIYE_NUMARA: `PB${number.slice(-7)}`,
    KARGO_TAKIP_NO: number,
    CIKIS_SUBE: "PACKBENCH ŞUBESİ",
    VARIS_SUBE: "VARIŞ ŞUBESİ",
    CIKIS_TARIH: dateOf(first.at),
    CIKIS_SAATI: timeOf(first.at),
    TIP_KODU: way,
    DURUM_KODU: state,
    DURUMU: words,
    TESLIM_TARIHI: dateOf(end),
    TESLIM_SAATI: timeOf(end),
    IADE_NEDENI: way === "3" ? "ALICI KABUL ETMEDİ" : "",
    DEVIR_KODU: hold,
    DEVIR_NEDENI: HOLDS[hold] ?? "",
    ISLEM_TARIHI: `${dateOf(last.at)} ${timeOf(last.at)}`,
  };
}

/** Writes the rows of the invoices of a period: one invoice for the waybills of a day. */
export function invoiceRows(
  parcels: readonly SimulatedParcel[],
  period: { readonly from: string; readonly to: string },
): readonly Readonly<Record<string, string>>[] {
  const days = [...new Set(parcels.flatMap(waybillDay))].toSorted();
  return days
    .filter((day) => day >= sortable(period.from) && day <= sortable(period.to))
    .map((day) => {
      const invoiced = parcels.filter((parcel) => waybillDay(parcel)[0] === day);
      const sum = invoiced.reduce((all, { fields }) => all + Number(priceOf(desiOf(fields))), 0);
      return {
        FATURA_SERINO: `PBA${day.replaceAll("-", "")}`,
        FATURA_TARIHI: day.split("-").toReversed().join("."),
        KDVSIZ_TUTAR: sum.toFixed(2),
        KDV_TUTARI: (sum * 0.2).toFixed(2),
        IRSALIYE_ADET: String(invoiced.length),
        ODEME_DURUMU: "ÖDENMEDİ",
      };
    });
}

/** Writes the rows of an invoice's parcels. */
export function invoicedRows(
  parcels: readonly SimulatedParcel[],
  invoice: string,
): readonly Readonly<Record<string, string>>[] {
  return parcels
    .filter((parcel) => `PBA${(waybillDay(parcel)[0] ?? "").replaceAll("-", "")}` === invoice)
    .map(({ code, number, fields }) => ({
      IRSALIYE_SERI_NO: `PB${number.slice(-7)}`,
      ODEME_TIPI: "ÜG",
      ADET: fields["PieceCount"] ?? "1",
      DESİ: desiOf(fields),
      TUTAR: priceOf(desiOf(fields)).replace(".", ","),
      MUSTERI_IRSALIYE_NO: fields["TradingWaybillNumber"] ?? "",
      MOK: code,
      TRACKINGNUMBER: number,
    }));
}

function desiOf(fields: SimulatedParcel["fields"]): string {
  return fields["VolumetricWeight"] ?? "";
}

/** Returns the Turkish day of a waybill, YYYY-MM-DD; none before the first scan. */
function waybillDay({ steps: [first] }: SimulatedParcel): readonly string[] {
  return first === undefined ? [] : [turkishTime(first.at).slice(0, 10)];
}

/** Turns "29.11.2026" into "2026-11-29". */
function sortable(date: string): string {
  return date.split(".").toReversed().join("-");
}

/** Writes the Turkish day of an instant, "29.11.2026". */
function dateOf(at: string): string {
  return at === "" ? "" : turkishTime(at).slice(0, 10).split("-").toReversed().join(".");
}

/** Writes the Turkish time of an instant, "08:23:04". */
function timeOf(at: string): string {
  return at === "" ? "" : turkishTime(at).slice(11);
}
