/** Columns of a parcel template that tests ignore; the test adds a name and times. */
export const TEMPLATE_ROW = {
  organization_id: "o",
  length: 1,
  width: 1,
  height: 1,
  weight: 1,
  distance_unit: "cm",
  mass_unit: "kg",
  is_active: 1,
  position: 0,
  barcode: "",
} as const;
