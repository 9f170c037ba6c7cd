/**
 * Texts about files and faults of the watched folder: for the API, the screen, and the text about a refused file.
 */
import type { FileReason, FolderFault, FolderLanguage } from "./order-folder.schema.ts";

type Words = {
  readonly faults: Readonly<Record<FolderFault, string>>;
  readonly files: Readonly<Record<Exclude<FileReason, "">, string>>;
};

export const FOLDER_WORDS: Readonly<Record<FolderLanguage, Words>> = {
  en: {
    faults: {
      MISSING:
        "The folder is not there. Connect its share or restore the folder; the station looks again by itself.",
      NOT_SET_UP:
        "The folder has lost its subfolders, or its share is not connected. Connect the share; if the folder is new, choose it again under Settings.",
      NO_RIGHTS:
        "The station may not read or write in the folder. Give the account that runs Packbench the right to change files there.",
      READ_ONLY: "The folder can only be read. Make it writable.",
      FULL: "The folder's disk is full. Free some space; nothing is lost meanwhile.",
      SLOW: "The folder does not answer. Check the share and its network; the station goes on when it answers.",
      FAILED: "The folder cannot be used. Check the share; the station tries again by itself.",
    },
    files: {
      EMPTY: "The file is empty.",
      TOO_LARGE:
        "The file is too large: an order file has at most 16 MiB, a PDF at most 5 MiB. Split it.",
      WRONG_KIND: "Only CSV, TXT, XLSX and PDF files are taken. Save the file as one of them.",
      UNREADABLE: "The file could not be read. Nothing was imported.",
      HEADINGS:
        "Nothing was imported. Import the file at a desk (F7) and choose its columns (Alt+C): the next files are then read here. Or write the missing headings into the first line:",
      SEVERAL_SOURCES:
        "Nothing was imported. Import the file at a desk (F7), or forget all but one of the sources of orders that fit its headings, and put the file into the folder “in” again. They are:",
      ROWS: "Some rows were refused, and the others imported. Correct the rows in the file next to this text, and put that file into the folder “in”.",
      UNEXPECTED:
        "The station could not import this file, though it tried several times. Put it into the folder “in” again, or import it at the desk.",
      NOT_PDF: "The file is not a PDF, though its name ends in .pdf.",
      CUT_OFF: "The PDF is not complete. Save it again.",
      ENCRYPTED: "The PDF is protected by a password. Save it without protection.",
      NO_ORDER:
        "No order with the number in this file's name came within a week. The name must be the order number, such as 10482.pdf.",
      SEVERAL_ORDERS:
        "Several orders that wait or were bought lately have the number in this file's name. Attach the paper to the right one at the desk.",
      ALREADY_BOUGHT:
        "The label of this order was bought before the paper came. Print the paper by hand.",
      MANY_PAPERS: "The order has 20 papers already.",
    },
  },
  tr: {
    faults: {
      MISSING:
        "Klasör yerinde değil. Paylaşımı bağlayın veya klasörü geri koyun; istasyon kendiliğinden yeniden bakar.",
      NOT_SET_UP:
        "Klasörün alt klasörleri yok veya paylaşım bağlı değil. Paylaşımı bağlayın; klasör yeniyse Ayarlar'dan yeniden seçin.",
      NO_RIGHTS:
        "İstasyon bu klasörde okuyamıyor veya yazamıyor. Packbench'i çalıştıran hesaba dosya değiştirme izni verin.",
      READ_ONLY: "Klasör salt okunur. Yazılabilir yapın.",
      FULL: "Klasörün diski dolu. Yer açın; bu arada hiçbir şey kaybolmaz.",
      SLOW: "Klasör yanıt vermiyor. Paylaşımı ve ağını denetleyin; yanıt gelince istasyon devam eder.",
      FAILED: "Klasör kullanılamıyor. Paylaşımı denetleyin; istasyon kendiliğinden yeniden dener.",
    },
    files: {
      EMPTY: "Dosya boş.",
      TOO_LARGE:
        "Dosya çok büyük: sipariş dosyası en çok 16 MiB, PDF en çok 5 MiB olabilir. Bölün.",
      WRONG_KIND:
        "Yalnızca CSV, TXT, XLSX ve PDF dosyaları alınır. Dosyayı bunlardan biri olarak kaydedin.",
      UNREADABLE: "Dosya okunamadı. Hiçbir şey içe aktarılmadı.",
      HEADINGS:
        "Hiçbir şey içe aktarılmadı. Dosyayı bir masada içe aktarıp (F7) sütunlarını seçin (Alt+C); sonraki dosyalar burada da okunur. Veya eksik başlıkları ilk satıra yazın:",
      SEVERAL_SOURCES:
        "Hiçbir şey içe aktarılmadı. Dosyayı bir masada içe aktarın (F7) veya başlıkları uyan sipariş kaynaklarından biri dışındakileri unutturup dosyayı yeniden “in” klasörüne koyun. Uyan kaynaklar:",
      ROWS: "Bazı satırlar reddedildi, diğerleri içe aktarıldı. Bu metnin yanındaki dosyada satırları düzeltin ve o dosyayı “in” klasörüne koyun.",
      UNEXPECTED:
        "İstasyon bu dosyayı birkaç kez denediği halde içe aktaramadı. Yeniden “in” klasörüne koyun veya masada içe aktarın.",
      NOT_PDF: "Adı .pdf ile bitse de dosya bir PDF değil.",
      CUT_OFF: "PDF eksik. Yeniden kaydedin.",
      ENCRYPTED: "PDF parola korumalı. Koruma olmadan kaydedin.",
      NO_ORDER:
        "Dosya adındaki numarayla bir hafta içinde sipariş gelmedi. Ad, sipariş numarası olmalıdır; örneğin 10482.pdf.",
      SEVERAL_ORDERS:
        "Dosya adındaki numarayla bekleyen ya da etiketi yeni alınan birden çok sipariş var. Belgeyi masada doğru siparişe ekleyin.",
      ALREADY_BOUGHT: "Belge gelmeden önce bu siparişin etiketi alınmıştı. Belgeyi elle yazdırın.",
      MANY_PAPERS: "Siparişin zaten 20 belgesi var.",
    },
  },
};
