/** Turkish words of an organization's sender, balance, names and company, and of its set-up. */
import type { enOrganization } from "./en-organization.ts";
import type { WordsOf } from "./words.ts";

export const trOrganization: WordsOf<typeof enOrganization> = {
  section: "Kuruluş",
  saved: "Kaydedildi",
  notSaved: "Kaydedilemedi",
  sender: {
    title: "Gönderici",
    lead: "Kargo firmaları kolileri buradan alır, her etikette bu adres yazar. Siparişler, gönderici tanımlanınca içe aktarılabilir.",
    save: "Göndericiyi kaydet",
  },
  balance: {
    title: "Bakiye",
    lead: "{{amount}} harcanabilir. Gelen parayı buraya girin.",
    amount: "Tutar (TL)",
    reference: "Dekont no",
    referenceHint: "Aynı numara ikinci kez eklenmez.",
    save: "Bakiyeye ekle",
    added: "{{amount}} eklendi (referans {{reference}}).",
    addedPlain: "{{amount}} eklendi.",
    known:
      "{{reference}} referansı daha önce, {{when}} tarihinde girilmiş: {{amount}}. Şimdi bir şey eklenmedi.",
    failed: "Bakiye yükleme onaylanmadı",
  },
  names: {
    title: "Adlar",
    member: "Bu masada paketleyen",
    organization: "Kuruluş",
    save: "Adları kaydet",
  },
  company: {
    title: "Şirket",
    lead: "Faturalar ve kargo sözleşmeleri için.",
    taxOffice: "Vergi dairesi",
    taxNumber: "Vergi numarası",
    phone: "Telefon",
    email: "E-posta",
    save: "Şirket bilgilerini kaydet",
  },
  example: {
    amount: "1.250,50",
    member: "Elif Şahin",
  },
  wrong: {
    amount: "0'dan büyük, en çok 1.000.000.000 TL bir tutar yazın, örneğin 1.250,50.",
    anyName: "Bir ad yazın.",
  },
  setUp: {
    title: "Kurulumu tamamlayın",
    goOn: "İlk kuruluma devam et",
    sender: "Önce gönderici adresinizi ekleyin: siparişler için gerekli.",
    enterSender: "Gönderici adresini gir",
    carriers: "Henüz kargo firması tanımlı değil",
    sampleCarriers: "ÖRNEK fiyat kullan",
    sampleFailed:
      "Örnek fiyatlar yüklenemedi. Yeniden deneyin; olmazsa kuruluşun sahibine veya yöneticisine sorun.",
    balance: "Bakiye boş",
    member: "Paketleyenin henüz adı yok",
    enterMember: "Paketleyenin adını gir",
  },
};
