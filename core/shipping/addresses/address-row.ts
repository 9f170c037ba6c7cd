/** Columns of the table `addresses`. */
export type AddressRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  shortName: string;
  name: string;
  email: string;
  phone: string;
  address1: string;
  address2: string;
  countryCode: string;
  cityCode: string;
  cityName: string;
  districtID: number;
  districtName: string;
  streetName: string;
  state: string;
  zip: string;
  isRecipient: number;
  isSaved: number;
  isActive: number;
  createdBy: string;
};
