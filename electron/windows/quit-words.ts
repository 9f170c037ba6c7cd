/** Words of the tray, of closing the window and of quitting, in the two languages of the screen. */
import type { Language } from "./bad-start-words.ts";

/** Unfinished work when the station is asked to quit. */
export type Unfinished = {
  /** Labels being sent to a printer. */
  readonly sending: number;
  /** Labels that running batches have yet to print. */
  readonly inBatches: number;
};

const en = {
  open: "Open Packbench",
  quit: "Quit Packbench",
  quitNow: "Quit now",
  stay: "Keep it open",
  goOn: "OK, keep it running",
  address: (url: string) => `API: ${url} (copy)`,
  noAddress: "The API is off",
  states: {
    running: "Running",
    restarting: "Starting again…",
    stopped: "Stopped: open the window",
  },
  closing: {
    title: "Packbench keeps running",
    text: "Its window is closed, but other programs, webhooks and printing keep working. Click the icon next to the clock to open the window again; its menu also quits Packbench. You can change this in Settings, This computer.",
  },
  quitting: "Quit while labels are printed?",
  sending: (n: number) =>
    n === 1
      ? "1 label is on its way to the printer."
      : `${n} labels are on their way to the printer.`,
  inBatches: (n: number) =>
    n === 1 ? "1 label of a batch is still to come." : `${n} labels of a batch are still to come.`,
  after:
    "When you quit now, Packbench asks at its next start whether the label came out, and a batch waits there until you continue it. Nothing is printed twice by itself.",
};

type Words = typeof en;

const tr: Words = {
  open: "Packbench'i aç",
  quit: "Packbench'ten çık",
  quitNow: "Şimdi çık",
  stay: "Açık kalsın",
  goOn: "Tamam, çalışmaya devam etsin",
  address: (url) => `API: ${url} (kopyala)`,
  noAddress: "API kapalı",
  states: {
    running: "Çalışıyor",
    restarting: "Yeniden başlıyor…",
    stopped: "Durdu: pencereyi açın",
  },
  closing: {
    title: "Packbench çalışmaya devam ediyor",
    text: "Pencere kapandı; diğer programlar, webhook'lar ve yazdırma sürüyor. Saatin yanındaki simgeye tıklayınca pencere yeniden açılır; programdan simgenin menüsünden çıkılır. Bunu Ayarlar, Bu bilgisayar bölümünde değiştirebilirsiniz.",
  },
  quitting: "Etiketler yazdırılırken çıkılsın mı?",
  sending: (n) => `${n} etiket yazıcıya gönderiliyor.`,
  inBatches: (n) => `Bir toplu yazdırmada sırada ${n} etiket daha var.`,
  after:
    "Şimdi çıkarsanız Packbench bir sonraki açılışta etiketin çıkıp çıkmadığını sorar; toplu yazdırma siz devam ettirene kadar bekler. Hiçbir şey kendiliğinden iki kez yazdırılmaz.",
};

const WORDS: Readonly<Record<Language, Words>> = { en, tr };

/** Returns the words of the tray and of quitting. */
export function quitWords(language: Language): Words {
  return WORDS[language];
}

/** Returns the words for the unfinished work, and for what quitting does to it. */
export function unfinishedWords(
  { sending, inBatches }: Unfinished,
  language: Language,
): { readonly title: string; readonly text: string } {
  const words = WORDS[language];
  const counted = [
    sending > 0 ? [words.sending(sending)] : [],
    inBatches > 0 ? [words.inBatches(inBatches)] : [],
  ].flat();
  return { title: words.quitting, text: `${counted.join(" ")}\n${words.after}` };
}
