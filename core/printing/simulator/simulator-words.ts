/** Texts of the simulator's page, in the product's languages. */
import type { PageLanguage } from "../../base/page-language.ts";
import type { CONNECTIONS, ENDINGS, MODES } from "./behaviour.ts";

/** `{n}` and similar placeholders are replaced by values. */
export type PageWords = {
  readonly title: string;
  readonly printerIs: string;
  readonly more: string;
  readonly understands: string;
  readonly paperLeft: string;
  readonly noEnd: string;
  readonly line: string;
  readonly noLimit: string;
  readonly slow: string;
  readonly cutAfter: string;
  readonly ending: string;
  readonly connections: string;
  readonly empty: string;
  readonly none: string;
  readonly one: string;
  readonly many: string;
  readonly waiting: string;
  readonly off: string;
  readonly refused: string;
  readonly label: string;
  readonly job: string;
  readonly printed: string;
  readonly reads: string;
  readonly noSymbol: string;
  readonly bytes: string;
  readonly copy: string;
  readonly torn: string;
  readonly garbage: string;
  readonly counters: string;
  readonly modes: Readonly<Record<(typeof MODES)[number], string>>;
  readonly endings: Readonly<Record<(typeof ENDINGS)[number], string>>;
  readonly connectionsOf: Readonly<Record<(typeof CONNECTIONS)[number], string>>;
};

export const PAGE_WORDS: Readonly<Record<PageLanguage, PageWords>> = {
  en: {
    title: "Packbench printer",
    printerIs: "The printer is",
    more: "More",
    understands: "Understands",
    paperLeft: "Labels left on the roll",
    noEnd: "no end",
    line: "Line, bytes a second",
    noLimit: "no limit",
    slow: "A slow label takes, ms",
    cutAfter: "Cut off after, bytes",
    ending: "After a label, connection",
    connections: "Connections",
    empty: "Labels appear here as they are printed.",
    none: "No labels yet",
    one: "1 label",
    many: "{n} labels",
    waiting: ", {n} waiting in its memory",
    off: "The printer is switched off",
    refused: "This value cannot be used. Nothing was changed.",
    label: "Label {n}",
    job: "Job",
    printed: "Printed",
    reads: "Reads",
    noSymbol: "no symbol",
    bytes: "{n} bytes of {language}",
    copy: "copy {copy} of {copies}",
    torn: "torn",
    garbage: "{n} bytes before it were not understood",
    counters: "Odometer: {labels} labels, {inches} inches. Bytes not understood: {garbage}.",
    modes: {
      ok: "ok",
      "paper out": "out of paper",
      "head open": "with its head open",
      paused: "paused",
      slow: "slow",
      "cut off": "cut off in the middle of a label",
      half: "printing half a label",
      lies: "lying: it prints nothing and reports success",
      "lies empty": "lying: its labels wait and it reports none",
      silent: "silent: it answers no query",
    },
    endings: {
      "as asked": "as asked",
      "half-close": "closes its own side",
      close: "closes",
      "keep open": "stays open",
    },
    connectionsOf: {
      many: "many",
      "one, others wait": "one, others wait",
      "one, others refused": "one, others refused",
    },
  },
  tr: {
    title: "Packbench yazıcısı",
    printerIs: "Yazıcının durumu",
    more: "Diğer ayarlar",
    understands: "Anladığı dil",
    paperLeft: "Ruloda kalan etiket",
    noEnd: "bitmez",
    line: "Hat hızı, bayt/saniye",
    noLimit: "sınırsız",
    slow: "Yavaş etiketin süresi, ms",
    cutAfter: "Bağlantı kaç bayttan sonra kesilsin",
    ending: "Etiketten sonra bağlantı",
    connections: "Bağlantılar",
    empty: "Etiketler yazdırıldıkça burada görünür.",
    none: "Henüz etiket yok",
    one: "1 etiket",
    many: "{n} etiket",
    waiting: ", {n} etiket belleğinde bekliyor",
    off: "Yazıcı kapalı",
    refused: "Bu değer kullanılamaz. Hiçbir şey değişmedi.",
    label: "Etiket {n}",
    job: "İş",
    printed: "Yazdırıldı",
    reads: "Okunan",
    noSymbol: "barkod yok",
    bytes: "{n} bayt {language}",
    copy: "kopya {copy}/{copies}",
    torn: "yarım çıktı",
    garbage: "öncesinde anlaşılmayan {n} bayt",
    counters: "Sayaç: {labels} etiket, {inches} inç. Anlaşılmayan bayt: {garbage}.",
    modes: {
      ok: "çalışıyor",
      "paper out": "etiketi bitti",
      "head open": "kafası açık",
      paused: "duraklatıldı",
      slow: "yavaş",
      "cut off": "etiketin ortasında bağlantıyı kesiyor",
      half: "etiketi yarım yazdırıyor",
      lies: "yanıltıyor: yazdırmaz, yazdırdığını bildirir",
      "lies empty": "yanıltıyor: etiketler bekler, bekleyen yok der",
      silent: "sessiz: hiçbir soruyu yanıtlamaz",
    },
    endings: {
      "as asked": "gönderen isteyince kapanır",
      "half-close": "kendi tarafını kapatır",
      close: "kapanır",
      "keep open": "açık kalır",
    },
    connectionsOf: {
      many: "aynı anda çok",
      "one, others wait": "tek, diğerleri bekler",
      "one, others refused": "tek, diğerleri reddedilir",
    },
  },
};
