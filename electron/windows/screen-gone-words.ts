/** Words of the question after the screen has crashed twice, in the two languages of the screen. */
import type { Language } from "./bad-start-words.ts";

type Words = {
  readonly title: string;
  readonly text: string;
  readonly again: string;
  readonly quit: string;
};

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    title: "The screen has stopped twice",
    text: "What was bought and printed is safe: the station behind the screen keeps working, and so do other programs.\nOpen the screen again and scan the order to see its state. If the screen stops once more, restart this computer, and send the support file from Settings, Data and backup.",
    again: "Open the screen again",
    quit: "Quit Packbench",
  },
  tr: {
    title: "Ekran iki kez durdu",
    text: "Satın alınanlar ve yazdırılanlar güvende: ekranın arkasındaki istasyon ve diğer programlar çalışmaya devam ediyor.\nEkranı yeniden açın ve durumunu görmek için siparişi okutun. Yine durursa bu bilgisayarı yeniden başlatın ve Ayarlar, Veri ve yedek bölümündeki destek dosyasını gönderin.",
    again: "Ekranı yeniden aç",
    quit: "Packbench'ten çık",
  },
};

/** Returns the words in this language. */
export function screenGoneWords(language: Language): Words {
  return WORDS[language];
}
