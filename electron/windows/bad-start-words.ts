/** Messages for a station that could not open: what happened and what to do, in the two languages of the screen. */
import type { BadStart } from "../core-messages.ts";

export type Language = "en" | "tr";

export type Words = { readonly title: string; readonly text: string };

/** The reasons that a person can do something about; `other` is any other reason. */
const REASONS = ["FolderInUseError", "PortTakenError", "DatabaseIsNewerError", "DiskFaultError", "DataFolderError", "other"] as const;
type Reason = (typeof REASONS)[number];

type Facts = { readonly folder: string; readonly holder: string; readonly port: string; readonly message: string };

const WORDS: Readonly<Record<Language, Readonly<Record<Reason, (facts: Facts) => Words>> & { readonly retry: string }>> = {
  en: {
    retry: "Try again",
    FolderInUseError: ({ folder, holder }) => ({
      title: "The data folder is in use",
      text: `${folder} is held by ${holder || "another process"}. Close it and try again, or start with another folder: --data FOLDER.`,
    }),
    PortTakenError: ({ port }) => ({
      title: `Port ${port} is taken`,
      text: `Another program listens on port ${port}. Close it and try again, or start with another port: --port NUMBER.`,
    }),
    DatabaseIsNewerError: ({ folder, message }) => ({
      title: "The data is from a newer Packbench",
      text: `${folder} was written by a newer version. Install that version; this one leaves the data as it is. (${message})`,
    }),
    DataFolderError: ({ folder, message }) => ({ title: "The data folder cannot be used", text: `${message} (${folder})` }),
    DiskFaultError: ({ folder, message }) => ({
      title: "The data folder cannot be written",
      text: `The disk of ${folder} is full, or may not be written. Free some space or allow writing there, and try again. Nothing was changed. (${message})`,
    }),
    other: ({ message }) => ({ title: "Packbench could not start", text: message }),
  },
  tr: {
    retry: "Tekrar dene",
    FolderInUseError: ({ folder, holder }) => ({
      title: "Veri klasörü kullanımda",
      text: `${folder} klasörünü ${holder || "başka bir süreç"} kullanıyor. Onu kapatıp tekrar deneyin ya da başka bir klasörle başlatın: --data KLASÖR.`,
    }),
    PortTakenError: ({ port }) => ({
      title: `${port} numaralı port kullanımda`,
      text: `${port} numaralı portu başka bir program dinliyor. Onu kapatıp tekrar deneyin ya da başka bir portla başlatın: --port NUMARA.`,
    }),
    DatabaseIsNewerError: ({ folder, message }) => ({
      title: "Veriler daha yeni bir Packbench sürümünden",
      text: `${folder} daha yeni bir sürümle yazılmış. O sürümü kurun; bu sürüm verilere dokunmaz. (${message})`,
    }),
    DataFolderError: ({ folder, message }) => ({
      title: "Veri klasörü kullanılamıyor",
      text: `${folder} bu haliyle açılamaz. Başka bir klasörle başlatın (--data KLASÖR) ya da bu klasörü düzeltip tekrar deneyin. Hiçbir şey değişmedi. (${message})`,
    }),
    DiskFaultError: ({ folder, message }) => ({
      title: "Veri klasörüne yazılamıyor",
      text: `${folder} klasörünün diski dolu ya da yazmaya kapalı. Yer açın ya da yazma izni verin, sonra tekrar deneyin. Hiçbir şey değişmedi. (${message})`,
    }),
    other: ({ message }) => ({ title: "Packbench başlatılamadı", text: message }),
  },
};

/** By the core's name for the reason. The message of any other reason is shown unchanged. */
export function wordsFor(why: BadStart, folder: string, language: Language): Words {
  const reason = REASONS.find((name) => name === why.name) ?? "other";
  return WORDS[language][reason]({ folder, holder: why.holder ?? "", port: String(why.port ?? ""), message: why.message });
}

/** The button that starts the station again. */
export function retryWord(language: Language): string {
  return WORDS[language].retry;
}

/** @param chosen In the window's settings, if anything was. @param locale Of the system: "tr", "tr-TR", "en-US". */
export function languageOf(chosen: Language | undefined, locale: string): Language {
  return chosen ?? (/^tr\b/i.test(locale) ? "tr" : "en");
}
