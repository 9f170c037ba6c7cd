/** Writes the answers in which the simulated PTT shows its accepted parcels. */
import { turkishTime } from "../../../base/turkish-day.ts";
import type { XmlPart } from "../../../base/xml/xml.ts";
import type { SimulatedParcel, Step } from "./parcels.ts";

/** State and its words by step, from PTT's list. */
const STATES: Readonly<Record<Step, readonly [id: string, words: string]>> = {
  scanned: ["1", "Kabul Edildi"],
  transfer: ["77", "Sevk Edildi"],
  arrived: ["11", "Gönderinin Geliş Kaydı Yapıldı"],
  out: ["7", "Dağıtıcıya Verildi"],
  delivered: ["100", "Teslim Edildi"],
  returning: ["154", "İADE-Kabul Edilmedi"],
  kept: ["165", "İade İptal Edildi"],
  returned: ["120", "Göndericisine Teslim Edildi"],
  lost: ["133", "İADE-Kayıp Gönderi"],
};

/** Writes a parcel with its movements; an unknown parcel has words alone. */
export function shownParcel(parcel: SimulatedParcel | undefined): readonly XmlPart[] {
  if (parcel === undefined)
    return [
      ["sonucAciklama", "Kayıt bulunamadı."],
      ["sonucKodu", "-7"],
    ];
  return [
    ["ALICI", parcel.fields["aliciAdi"] ?? ""],
    ["BARNO", parcel.code],
    ["EKHIZ", parcel.fields["ekhizmet"] ?? ""],
    ...parcel.steps.map(({ step, at }, n): XmlPart => {
      const [id, words] = STATES[step];
      const [day = "", time = ""] = turkishTime(at).split(" ");
      return [
        "dongu",
        [
          ["IKODU", id],
          ["IMERK", "PACKBENCH MERKEZİ"],
          ["ISAAT", time],
          ["ISLEM", words],
          ["ITARIH", day.split("-").toReversed().join("/")],
          ["siraNo", String(n + 1)],
        ],
      ];
    }),
    ["sonucAciklama", ""],
    ["sonucKodu", "10"],
  ];
}
