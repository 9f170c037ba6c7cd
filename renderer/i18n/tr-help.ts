/** Turkish words of Help. The guides are in resources/guides/. */
import type { enHelp } from "./en-help.ts";
import type { WordsOf } from "./words.ts";

export const trHelp: WordsOf<typeof enHelp> = {
  help: {
    title: "Yardım",
    guides: "Kılavuzlar",
    names: {
      packer: "Paketleme kartı",
      owner: "İşletme sahibi için",
      it: "BT birimi için",
      api: "Programlar için (API)",
    },
    headings: "Bu kılavuzda",
    print: "Yazdır",
    find: "Bu kılavuzda ara",
    found: "{{at}} / {{count, number}}",
    foundNone: "Bulunamadı",
    keys: { find: "Kılavuzda ara; Enter sonraki sonuca geçer", print: "Kılavuzu yazdır" },
  },
};
