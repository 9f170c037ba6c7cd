/** Columns of the table `addresses`. */
export type AddressRow = {
  id: string;
  created_at: string;
  updated_at: string;
  organization_id: string;
  short_name: string;
  name: string;
  email: string;
  phone: string;
  address1: string;
  address2: string;
  country_code: string;
  city_code: string;
  city_name: string;
  district_id: number;
  district_name: string;
  street_name: string;
  state: string;
  zip: string;
  is_recipient: number;
  is_saved: number;
  is_active: number;
  created_by: string;
};
