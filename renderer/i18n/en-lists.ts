/** English words of the parts that every list has: search, filters, panel. */
export const enLists = {
  clearSearch: "Clear the search",
  filters: "Filters",
  filter: "Filter",
  addFilter: "Add a filter",
  removeFilter: "Remove the filter {{filter}}",
  closePanel: "Close the panel",
  showPanel: "Show the panel",
  more: "More",
  commands: "Commands",
  columns: "Columns",
  ascending: "Sorted by {{column}}, ascending",
  descending: "Sorted by {{column}}, descending",
  position: "{{place, number}} of {{count, number}}{{more}}",
  unsorted: "In the usual order",
} as const;
