/**
 * Words for a station that could not open: what happened and what to do, in the two languages of
 * the screen.
 */
import type { BadStart } from "../core-messages.ts";

export type Language = "en" | "tr";

export type Words = { readonly title: string; readonly text: string };

/** Causes that a person can fix; `other` is any other cause. */
const REASONS = [
  "FolderInUseError",
  "PortTakenError",
  "DatabaseIsNewerError",
  "DiskFaultError",
  "DataFolderError",
  "DamagedDatabaseError",
  "OtherMachineError",
  "PolicyError",
  "AddressError",
  "ApiAccessError",
  "other",
] as const;
type Reason = (typeof REASONS)[number];

type Facts = {
  readonly folder: string;
  readonly holder: string;
  readonly port: string;
  readonly message: string;
};

/** The core names a cause in English only; the log has that sentence. */
const IN_THE_LOG = "Nedenin ayrıntısı günlük dosyasında yazar.";

const WORDS: Readonly<
  Record<
    Language,
    Readonly<Record<Reason, (facts: Facts) => Words>> & {
      readonly retry: string;
      readonly became: Readonly<Record<"moved" | "copied", string>>;
    }
  >
> = {
  en: {
    retry: "Try again",
    became: {
      copied: "The other computer keeps working: this is a copy",
      moved: "It was moved: only this computer uses it now",
    },
    OtherMachineError: ({ folder }) => ({
      title: "This data is from another computer",
      text: `${folder} was last used on another computer. Two computers with the same data would give the same shipment numbers and barcodes twice. If you are not sure, choose the copy: it gets numbers of its own. Nothing was changed.`,
    }),
    FolderInUseError: ({ folder, holder }) => ({
      title: "The data folder is in use",
      text: `${folder} is used by ${holder || "another process"}. Close it and try again, or start with another folder: --data FOLDER.`,
    }),
    PortTakenError: ({ port, holder }) => ({
      title: `Port ${port} is taken`,
      text: `${sentence(holder || "another program")} listens on port ${port}. Close it and try again, or start with another port: --port NUMBER. Programs that use the API know this port, so Packbench does not choose another by itself.`,
    }),
    PolicyError: ({ message }) => ({
      title: "The policy file of your IT cannot be used",
      text: message,
    }),
    AddressError: ({ message }) => ({ title: "The API cannot listen there", text: message }),
    ApiAccessError: ({ message }) => ({
      title: "The API cannot be reached from other machines",
      text: message,
    }),
    DatabaseIsNewerError: ({ folder, message }) => ({
      title: "The data is from a newer Packbench",
      text: `${folder} was written by a newer version. Install that version; this one leaves the data as it is. (${message})`,
    }),
    DataFolderError: ({ folder, message }) => ({
      title: "The data folder cannot be used",
      text: `${message} (${folder})`,
    }),
    DamagedDatabaseError: ({ folder }) => ({
      title: "The database is damaged",
      text: `The file packbench.db in ${folder} is damaged, or is not a Packbench database. Put a good copy of the file back, or start with another folder (--data FOLDER) and restore a backup there: Settings, Data and backup. Nothing was changed.`,
    }),
    DiskFaultError: ({ folder, message }) => ({
      title: "The data folder cannot be written",
      text: `The disk of ${folder} is full or read-only. Free some space or allow writing there, and try again. Nothing was changed. (${message})`,
    }),
    other: ({ message }) => ({ title: "Packbench could not start", text: message }),
  },
  tr: {
    retry: "Yeniden dene",
    became: {
      copied: "Öteki bilgisayar çalışmaya devam ediyor: bu bir kopya",
      moved: "Taşındı: artık yalnızca bu bilgisayar kullanıyor",
    },
    OtherMachineError: ({ folder }) => ({
      title: "Bu veriler başka bir bilgisayardan",
      text: `${folder} klasörü en son başka bir bilgisayarda kullanılmış. Aynı verilerle çalışan iki bilgisayar aynı gönderi numaralarını ve barkodları iki kez verir. Emin değilseniz kopyayı seçin: kendi numaralarını alır. Hiçbir şey değişmedi.`,
    }),
    FolderInUseError: ({ folder, holder }) => ({
      title: "Veri klasörü kullanımda",
      text: `${folder} klasörü kullanımda. Kullanan: ${holderInTurkish(holder)}. Onu kapatıp yeniden deneyin veya başka bir klasörle başlatın: --data KLASÖR.`,
    }),
    PortTakenError: ({ port, holder }) => ({
      title: `${port} numaralı port kullanımda`,
      text: `${holderInTurkish(holder)}, ${port} numaralı portu dinliyor. Onu kapatıp yeniden deneyin veya başka bir portla başlatın: --port NUMARA. API'yi kullanan programlar bu portu bildiği için Packbench kendiliğinden başka port seçmez.`,
    }),
    PolicyError: () => ({
      title: "BT biriminizin ilke dosyası kullanılamıyor",
      text: `BT biriminiz dosyayı düzeltince yeniden deneyin. ${IN_THE_LOG}`,
    }),
    AddressError: () => ({
      title: "API bu adreste dinleyemiyor",
      text: `Bu bilgisayarın bir adresiyle veya 1023'ten büyük bir portla başlatın: --listen ADRES, --port NUMARA. ${IN_THE_LOG}`,
    }),
    ApiAccessError: () => ({
      title: "API'ye diğer bilgisayarlardan erişilemiyor",
      text: `Sertifika ve anahtar dosyalarını düzeltip yeniden deneyin. ${IN_THE_LOG}`,
    }),
    DatabaseIsNewerError: ({ folder }) => ({
      title: "Veriler daha yeni bir Packbench sürümünden",
      text: `${folder} daha yeni bir sürümle yazılmış. O sürümü kurun; bu sürüm verilere dokunmaz.`,
    }),
    DataFolderError: ({ folder }) => ({
      title: "Veri klasörü kullanılamıyor",
      text: `${folder} bu hâliyle açılamaz. Başka bir klasörle başlatın (--data KLASÖR) veya bu klasörü düzeltip yeniden deneyin. Hiçbir şey değişmedi. ${IN_THE_LOG}`,
    }),
    DamagedDatabaseError: ({ folder }) => ({
      title: "Veritabanı bozuk",
      text: `${folder} klasöründeki packbench.db dosyası bozuk veya bir Packbench veritabanı değil. Dosyanın sağlam bir kopyasını geri koyun veya başka bir klasörle başlatıp (--data KLASÖR) orada bir yedeği geri yükleyin: Ayarlar, Veri ve yedek. Hiçbir şey değişmedi.`,
    }),
    DiskFaultError: ({ folder }) => ({
      title: "Veri klasörüne yazılamıyor",
      text: `${folder} klasörünün diski dolu veya yazmaya kapalı. Yer açın veya yazma izni verin, sonra yeniden deneyin. Hiçbir şey değişmedi.`,
    }),
    other: () => ({
      title: "Packbench başlatılamadı",
      text: `Beklenmeyen bir hata oluştu. Yeniden deneyin; yine olursa bilgisayarı yeniden başlatın veya destek isteyin. ${IN_THE_LOG}`,
    }),
  },
};

/**
 * Translates the core's English words for who uses a port or a folder (`holderText`). Names of
 * programs stay unchanged.
 */
function holderInTurkish(holder: string): string {
  if (holder === "" || holder === "another program") return "Başka bir program";
  return holder
    .replace(/^a program of another user$/, "Başka bir kullanıcının programı")
    .replace(
      /^a program of the user with the number (\d+)$/,
      "$1 numaralı kullanıcının bir programı",
    )
    .replace(/^process (\d+)$/, "$1 numaralı işlem")
    .replace(/ \(process (\d+)\)$/, " ($1 numaralı işlem)");
}

/** Makes the first letter a capital. */
function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * Returns the words for the cause that the core names. For an unknown cause the English text is the
 * core's message.
 */
export function wordsFor(why: BadStart, folder: string, language: Language): Words {
  const reason = REASONS.find((name) => name === why.name) ?? "other";
  return WORDS[language][reason]({
    folder,
    holder: why.holder ?? "",
    port: String(why.port ?? ""),
    message: why.message,
  });
}

/** Returns the words of the button that starts the station again. */
export function retryWord(language: Language): string {
  return WORDS[language].retry;
}

/** Returns the words of the button that states whether the folder was copied or moved. */
export function becameWord(became: "moved" | "copied", language: Language): string {
  return WORDS[language].became[became];
}

/**
 * Chooses the language of the window's messages.
 *
 * @param chosen Language from the window's settings: what the screen sent at its last start, even
 *   if no person chose it; undefined before the screen's first start.
 * @param locale The system's locale: "tr", "tr-TR", "en-US".
 */
export function languageOf(chosen: Language | undefined, locale: string): Language {
  return chosen ?? (/^tr\b/i.test(locale) ? "tr" : "en");
}
