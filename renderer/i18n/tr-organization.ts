/** Kuruluşun hazırladıkları: gönderici, bakiye, adlar. */
import type { enOrganization } from "./en-organization.ts";
import type { WordsOf } from "./words.ts";

export const trOrganization: WordsOf<typeof enOrganization> = {
  choose: "Seçin…",
  cityFirst: "Önce ili seçin",
  saved: "Kaydedildi",
  notSaved: "Kaydedilemedi",
  sender: {
    title: "Gönderici",
    lead: "Kargo firmaları buradan alır, her etikette bu adres yazar. Siparişler, gönderici tanımlanınca içe aktarılabilir.",
    name: "Ad",
    phone: "Telefon",
    address1: "Sokak, numara, kat",
    cityCode: "İl",
    districtID: "İlçe",
    zip: "Posta kodu",
    save: "Göndericiyi kaydet",
  },
  balance: {
    title: "Bakiye",
    lead: "{{amount}} harcanabilir. Gelen parayı buraya girin.",
    amount: "Tutar (TL)",
    reference: "Referans",
    referenceHint: "Ödemenin banka numarası: iki kez girilirse bir kez eklenir.",
    save: "Bakiyeye ekle",
    added: "{{amount}} eklendi (referans {{reference}}).",
    known: "{{reference}} referansı daha önce, {{when}} tarihinde girilmiş: {{amount}}. Şimdi bir şey eklenmedi.",
    failed: "Yükleme onaylanmadı",
  },
  names: {
    title: "Adlar",
    member: "Bu masada paketleyen",
    organization: "Kuruluş",
    save: "Adları kaydet",
  },
  example: {
    name: "Ada Depo",
    phone: "0505 123 45 67",
    address1: "Ambar Sk. No: 3",
    zip: "34000",
    amount: "1.250,50",
    member: "Elif Şahin",
  },
  wrong: {
    name: "En az 4 harfli bir ad yazın.",
    phone: "Bir Türkiye telefon numarası yazın, örneğin 0505 123 45 67.",
    address1: "Sokağı ve numarayı yazın.",
    cityCode: "İli seçin.",
    districtID: "İlçeyi seçin.",
    zip: "Posta kodu 5 rakamdır. Boş kalabilir.",
    amount: "0'dan büyük bir tutar yazın, örneğin 1.250,50.",
    anyName: "Bir ad yazın.",
  },
  setUp: {
    title: "Bu masada eksik olanlar",
    sender: "Önce gönderici adresinizi ekleyin: siparişler için gerekli.",
    enterSender: "Gönderici adresini gir",
    balance: "Bakiye boş",
    member: "Paketleyenin adı yok",
    enterMember: "Paketleyenin adını gir",
  },
};
