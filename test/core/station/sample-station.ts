/** A sender, a recipient and the desk's facts, for tests of the sample set. */
import type { DeskFacts } from "../../../core/station/station.schema.ts";
import type { Station } from "../../helpers/station.ts";

export const SENDER = {
  name: "Ada Depo",
  phone: "+905051234567",
  address1: "Ambar Sk. 3",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
  isDefaultSenderAddress: true,
};
export const RECIPIENT = {
  name: "Ömer Işık",
  email: "o@ornek.test",
  phone: "+905551112233",
  address1: "Gül Sk. 1",
  countryCode: "TR",
  cityCode: "06",
  districtName: "Çankaya",
};

export const facts = async (s: Station): Promise<DeskFacts> =>
  (await s.desk<DeskFacts>("GET", "/station/desk")).data;
