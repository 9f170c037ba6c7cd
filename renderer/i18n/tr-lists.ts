/** Turkish words of the parts that every list has. */
import type { enLists } from "./en-lists.ts";
import type { WordsOf } from "./words.ts";

export const trLists: WordsOf<typeof enLists> = {
  clearSearch: "Aramayı temizle",
  filters: "Filtreler",
  filter: "Filtrele",
  addFilter: "Filtre ekle",
  removeFilter: "{{filter}} filtresini kaldır",
  closePanel: "Paneli kapat",
  showPanel: "Paneli göster",
  more: "Diğer",
  commands: "Komutlar",
  columns: "Sütunlar",
  ascending: "{{column}} sütununa göre artan sırada",
  descending: "{{column}} sütununa göre azalan sırada",
  position: "{{place, number}} / {{count, number}}{{more}}",
  unsorted: "Olağan sırada",
};
