/** The detail of a shipment, opened from any view. */
import { describe, expect, it } from "vitest";
import { createStore } from "zustand";
import {
  createNavigationSlice,
  type NavigationSlice,
} from "../../../renderer/store/navigation.slice.ts";

describe("the detail of a shipment", () => {
  it("the detail leads back to the view it was opened from, and to the list by default", () => {
    const store = createStore<NavigationSlice>()(createNavigationSlice);
    store.getState().showView("tracking");
    store.getState().openShipment("s1");
    expect([store.getState().view, store.getState().openedShipment]).toEqual([
      "shipments",
      { id: "s1", from: "tracking" },
    ]);
    expect([
      store.getState().closeShipment(),
      store.getState().view,
      store.getState().openedShipment,
    ]).toEqual([true, "tracking", null]);

    store.getState().showView("shipments");
    store.getState().openShipment("s2");
    expect([
      store.getState().closeShipment(),
      store.getState().view,
      store.getState().closeShipment(),
    ]).toEqual([true, "shipments", false]);
  });

  it("the detail is not shown again after another view was chosen in the rail", () => {
    const store = createStore<NavigationSlice>()(createNavigationSlice);
    store.getState().openShipment("s1", "pack");
    store.getState().showView("shipments");
    expect(store.getState().openedShipment).toBeNull();
  });
});

describe("links from view to view", () => {
  it("Esc goes back over each link, and not over views that were chosen in the rail", () => {
    const store = createStore<NavigationSlice>()(createNavigationSlice);
    const leave = (): string => {
      store.getState().leaveView();
      return store.getState().view;
    };
    store.getState().showView("today");
    store.getState().followLink("shipments");
    store.getState().followLink("help");
    expect([leave(), leave(), leave()]).toEqual(["shipments", "today", "pack"]);

    store.getState().showView("today");
    store.getState().followLink("shipments");
    store.getState().openSettings("about");
    store.getState().openSettings("sender");
    expect([leave(), leave()]).toEqual(["shipments", "today"]);

    store.getState().showView("money");
    store.getState().openShipment("s1");
    store.getState().followLink("help");
    expect([leave(), store.getState().openedShipment]).toEqual([
      "shipments",
      { id: "s1", from: "money" },
    ]);

    store.getState().followLink("shipments");
    store.getState().showView("money");
    expect(leave()).toBe("pack");
  });
});
