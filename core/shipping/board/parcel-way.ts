/**
 * Reads one parcel's way: its events, its route along the known locations of its events, the
 * promised date, and the notes of members.
 */
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import type { MapPlace } from "../geo/places.ts";
import { recipientURL } from "../shipments/recipient-link.ts";
import { addressRowsOf, getShipmentRow } from "../shipments/shipments.service.ts";
import { findPromisedUntil, trackingHistory } from "../tracking/tracking.service.ts";
import type { ParcelWay } from "./board.schema.ts";
import { listHandled } from "./handled.store.ts";

type Stop = ParcelWay["route"][number];

/**
 * Reads the way of a parcel.
 *
 * @throws AppError E1051 when the actor may not see the shipment.
 */
export function readParcelWay(
  deps: Pick<ShippingDeps, "db" | "settings" | "geo">,
  actor: Actor,
  shipmentID: string,
): ParcelWay {
  const row = getShipmentRow(deps, actor, shipmentID);
  const { sender, recipient } = addressRowsOf(deps, row);
  const events = trackingHistory(deps, row.id).map(({ isApplied: _, ...event }) => event);
  const scans = events
    .filter(({ locationName }) => locationName.trim() !== "")
    .map((event) => ({ text: event.locationName, place: placeOf(deps, event) }));
  const placeOfAddress = (address: typeof sender): MapPlace | undefined =>
    deps.geo.findPlaceOf({
      countryCode: address.countryCode,
      cityCode: address.cityCode,
      districtID: address.districtID,
    });
  const stops = [
    ...stopsOf("sender", [placeOfAddress(sender)]),
    ...stopsOf(
      "scan",
      scans.map(({ place }) => place),
    ),
    ...stopsOf("recipient", [placeOfAddress(recipient)]),
  ];
  return {
    shipmentID: row.id,
    events,
    route: stops.filter((stop, i) => stop.kind === "recipient" || !isSame(stop, stops[i - 1])),
    unknownPlaces: [
      ...new Set(scans.flatMap(({ text, place }) => (place === undefined ? [text] : []))),
    ],
    promisedUntil: findPromisedUntil(deps, row.id),
    handled: listHandled(deps.db, row.id).map(({ createdAt, memberName, note }) => ({
      at: createdAt,
      by: memberName,
      note,
    })),
    recipientURL: recipientURL(deps, row),
  };
}

/** Finds the location of a scan: the carrier's coordinates, otherwise a place of that name. */
function placeOf(
  { geo }: Pick<ShippingDeps, "geo">,
  event: ParcelWay["events"][number],
): MapPlace | undefined {
  const { locationName: name, locationLat: lat, locationLng: lng } = event;
  return lat === null || lng === null ? geo.findPlaceIn(name) : { name, lat, lng };
}

function stopsOf(kind: Stop["kind"], places: readonly (MapPlace | undefined)[]): Stop[] {
  return places.flatMap((place) =>
    place === undefined ? [] : [{ kind, name: place.name, lat: place.lat, lng: place.lng }],
  );
}

function isSame(stop: Stop, before: Stop | undefined): boolean {
  return before !== undefined && before.lat === stop.lat && before.lng === stop.lng;
}
