/** Headings of report files, in the two languages of the screen. */
import type { LedgerLine, ReportFileQuery } from "./reports.schema.ts";

type Language = ReportFileQuery["language"];

export const HEADINGS: Readonly<
  Record<Language, Readonly<Record<ReportFileQuery["report"], readonly string[]>>>
> = {
  en: {
    ledger: [
      "Time",
      "Kind",
      "Order",
      "Carrier",
      "Amount (TL)",
      "Balance (TL)",
      "Reference",
      "Note",
    ],
    spending: [
      "Day",
      "Carrier",
      "Labels",
      "Total (TL)",
      "Of which on own agreements (TL)",
      "Of which paid at marketplaces (TL)",
      "Marketplace",
    ],
    packers: ["Packer", "Labels", "Cancelled", "Total (TL)", "First label", "Last label"],
    cash: [
      "Carrier",
      "Parcels on their way",
      "Expected (TL)",
      "Parcels delivered",
      "Collected (TL)",
      "Received (TL)",
      "Owed (TL)",
    ],
    invoices: [
      "Day",
      "Account",
      "Invoice",
      "Code",
      "Order",
      "Agreed without tax (TL)",
      "Charged without tax (TL)",
      "Difference (TL)",
      "Charged desi",
    ],
  },
  tr: {
    ledger: [
      "Zaman",
      "Tür",
      "Sipariş",
      "Kargo firması",
      "Tutar (TL)",
      "Bakiye (TL)",
      "Referans",
      "Not",
    ],
    spending: [
      "Gün",
      "Kargo firması",
      "Etiket",
      "Toplam (TL)",
      "Kendi anlaşmalarınızla (TL)",
      "Pazaryerlerinde ödenen (TL)",
      "Pazaryeri",
    ],
    packers: ["Paketleyen", "Etiket", "İptal", "Toplam (TL)", "İlk etiket", "Son etiket"],
    cash: [
      "Kargo firması",
      "Yoldaki koli",
      "Beklenen (TL)",
      "Teslim edilen koli",
      "Tahsil edilen (TL)",
      "Ödenen (TL)",
      "Alacak (TL)",
    ],
    invoices: [
      "Gün",
      "Hesap",
      "Fatura",
      "Kod",
      "Sipariş",
      "Anlaşılan, vergisiz (TL)",
      "Faturalanan, vergisiz (TL)",
      "Fark (TL)",
      "Faturalanan desi",
    ],
  },
};

export const KINDS: Readonly<Record<Language, Readonly<Record<LedgerLine["kind"], string>>>> = {
  en: { TOPUP: "Top-up", PURCHASE: "Label", REFUND: "Refund", ADJUSTMENT: "Correction" },
  tr: {
    TOPUP: "Bakiye yükleme",
    PURCHASE: "Etiket",
    REFUND: "Para iadesi",
    ADJUSTMENT: "Düzeltme",
  },
};
