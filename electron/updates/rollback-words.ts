/** Words for a failed update that could not be undone, in the two languages of the screen. */
import type { Language, Words } from "../windows/bad-start-words.ts";
import type { RollbackFailure } from "./roll-back.ts";

/** `kept`: the previous version. */
type Facts = {
  readonly reason: Exclude<RollbackFailure["reason"], "none">;
  readonly version: string;
  readonly kept: string;
};

const WORDS: Readonly<
  Record<
    Language,
    { title(version: string): string; readonly end: string } & Readonly<
      Record<Facts["reason"], (kept: string) => string>
    >
  >
> = {
  en: {
    title: (version) => `Packbench ${version} did not start`,
    dataIsNewer: (kept) =>
      `Version ${kept} cannot be restored: the new version has already changed the data so that ${kept} cannot read it. Nothing is lost.`,
    damaged: (kept) =>
      `Version ${kept} cannot be restored: its installer on this computer is damaged.`,
    notInstalled: (kept) => `Version ${kept} could not be restored: the system did not install it.`,
    again: (kept) =>
      `Version ${kept} was restored once already, and this version was installed again.`,
    end: "Try again starts this version once more. If it does not start, install a newer version; your data stays as it is.",
  },
  tr: {
    title: (version) => `Packbench ${version} başlatılamadı`,
    dataIsNewer: (kept) =>
      `${kept} sürümüne dönülemiyor: yeni sürüm verileri, ${kept} sürümünün okuyamayacağı biçimde değiştirdi. Hiçbir veri kaybolmadı.`,
    damaged: (kept) => `${kept} sürümüne dönülemiyor: bu bilgisayardaki kurulum dosyası bozuk.`,
    notInstalled: (kept) => `${kept} sürümüne dönülemedi: sistem kurulumu yapmadı.`,
    again: (kept) =>
      `${kept} sürümüne daha önce bir kez dönüldü, ardından bu sürüm yeniden kuruldu.`,
    end: "Yeniden dene, bu sürümü bir kez daha başlatır. Başlamazsa daha yeni bir sürüm kurun; verileriniz olduğu gibi kalır.",
  },
};

/** Returns the words for what happened, why the update was not undone, and what to do. */
export function rollbackFailureWords({ reason, version, kept }: Facts, language: Language): Words {
  const words = WORDS[language];
  return { title: words.title(version), text: `${words[reason](kept)} ${words.end}` };
}
