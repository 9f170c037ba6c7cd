/** Columns of a parcel template that a test does not look at; its name and its times are the test's. */
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
} as const;
