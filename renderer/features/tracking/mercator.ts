/**
 * The Mercator projection, as maps of streets have it: angles are kept, and north is up. Pure. A
 * library for it also clips and resamples great circles, which a map of one country does not need,
 * and is ten times as large as the map's other code.
 */
type Lng = number;
type Lat = number;
/** Degrees. */
export type Place = readonly [Lng, Lat];
type Point = readonly [x: number, y: number];
export type Projection = (place: Place) => Point;

const RADIANS = Math.PI / 180;

/** Projects to a plane whose unit is a radian at the equator; y grows to the south. */
function toPlane([lng, lat]: Place): Point {
  return [lng * RADIANS, -Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2))];
}

/**
 * Creates a projection that shows two opposite corners within a picture, as large as they fit, in
 * its middle.
 *
 * @param margin Room around the corners, in the picture's unit.
 */
export function fitted(
  corners: readonly [southWest: Place, northEast: Place],
  { width, height, margin }: { width: number; height: number; margin: number },
): Projection {
  const [[west, south], [east, north]] = [toPlane(corners[0]), toPlane(corners[1])];
  const scale = Math.min(
    (width - 2 * margin) / (east - west),
    (height - 2 * margin) / (south - north),
  );
  return (place) => {
    const [x, y] = toPlane(place);
    return [
      width / 2 + (x - (west + east) / 2) * scale,
      height / 2 + (y - (north + south) / 2) * scale,
    ];
  };
}

/** Draws rings as the `d` of an SVG path, to a tenth of the picture's unit. */
export function pathOf(rings: readonly (readonly Place[])[], project: Projection): string {
  return rings
    .map((ring) => {
      const points = ring.map((place) => project(place).map((at) => Math.round(at * 10) / 10));
      return `M${points.map((point) => point.join(",")).join("L")}Z`;
    })
    .join("");
}
