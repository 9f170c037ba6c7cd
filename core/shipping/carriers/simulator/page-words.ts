/** Texts of the simulator's page, in the product's languages. */
import type { PageLanguage } from "../../../base/page-language.ts";
import type { Step } from "./parcels.ts";
import type { Fault } from "./simulated-carrier.ts";

type PageWords = Readonly<
  Record<
    | "title"
    | "address"
    | "user"
    | "password"
    | "fault"
    | "callFault"
    | "noFault"
    | "day"
    | "parcels"
    | "barcode"
    | "number"
    | "lastStep"
    | "nextStep"
    | "move"
    | "announced"
    | "cancelled"
    | "none"
    | "calls"
    | "time"
    | "operation"
    | "status"
    | "noAnswer"
    | "refused"
    | "off",
    string
  >
> & {
  readonly steps: Readonly<Record<Step, string>>;
  readonly faults: Readonly<Record<Fault, string>>;
};

export const PAGE_WORDS: Readonly<Record<PageLanguage, PageWords>> = {
  en: {
    title: "Simulated carrier",
    address: "Address of the service",
    user: "User",
    password: "Password",
    fault: "Fault of each call",
    callFault: "Fault",
    noFault: "none",
    day: "Play a day with all unscanned parcels",
    parcels: "Parcels",
    barcode: "Barcode",
    number: "Number",
    lastStep: "Last step",
    nextStep: "Next step",
    move: "move…",
    announced: "announced",
    cancelled: "cancelled",
    none: "No parcel has been announced.",
    calls: "Calls",
    time: "Time",
    operation: "Operation",
    status: "Status",
    noAnswer: "no answer",
    refused: "This cannot be done.",
    off: "The simulator is switched off.",
    steps: {
      scanned: "scanned by the branch",
      transfer: "loaded",
      arrived: "unloaded",
      out: "out for delivery",
      delivered: "delivered",
      returning: "refused, on its way back",
      kept: "return given up",
      returned: "back at the sender",
      lost: "lost",
    },
    faults: {
      slow: "slow",
      "cut before": "drops the request",
      "cut in": "cuts the answer",
      "cut after": "works and does not answer",
      throttled: "too many requests (429)",
      broken: "server error (500)",
      garbage: "garbage",
      html: "HTML",
      "failed row": "a failed row in a success",
      "wrong password": "refuses the login",
    },
  },
  tr: {
    title: "Kargo firması benzetimi",
    address: "Servisin adresi",
    user: "Kullanıcı",
    password: "Parola",
    fault: "Her çağrıdaki hata",
    callFault: "Hata",
    noFault: "yok",
    day: "Okutulmamış tüm gönderilerle bir gün oynat",
    parcels: "Gönderiler",
    barcode: "Barkod",
    number: "Numara",
    lastStep: "Son hareket",
    nextStep: "Sonraki hareket",
    move: "ilerlet…",
    announced: "bildirildi",
    cancelled: "iptal edildi",
    none: "Henüz gönderi bildirilmedi.",
    calls: "Çağrılar",
    time: "Saat",
    operation: "İşlem",
    status: "Durum",
    noAnswer: "yanıt yok",
    refused: "Bu yapılamaz.",
    off: "Benzetim kapalı.",
    steps: {
      scanned: "şubede okutuldu",
      transfer: "yüklendi",
      arrived: "indirildi",
      out: "dağıtımda",
      delivered: "teslim edildi",
      returning: "kabul edilmedi, iade yolunda",
      kept: "iadeden vazgeçildi",
      returned: "göndericiye döndü",
      lost: "kayıp",
    },
    faults: {
      slow: "yavaş",
      "cut before": "isteği düşürür",
      "cut in": "yanıtı yarıda keser",
      "cut after": "işi yapar, yanıt vermez",
      throttled: "çok fazla istek (429)",
      broken: "sunucu hatası (500)",
      garbage: "bozuk metin",
      html: "HTML",
      "failed row": "başarı içinde hatalı satır",
      "wrong password": "girişi reddeder",
    },
  },
};
