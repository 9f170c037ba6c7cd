/**
 * Route of a parcel on an outline map of Türkiye and its neighbours. Drawn locally, without a map
 * server.
 */
import { useTranslation } from "react-i18next";
import { feature } from "topojson-client";
import type { ParcelWay } from "../../../core/shipping/board/board.schema.ts";
import map from "../../../resources/geo/map.json" with { type: "json" };
import { fitted, pathOf, type Place, type Projection } from "./mercator.ts";
import styles from "./RouteMap.module.css";
import { labelsOf } from "./route-labels.ts";

const WIDTH = 520;
const HEIGHT = 260;
/** Room for names around the route, in units of the drawing. */
const MARGIN = 46;
/**
 * Smallest shown extent from west to east, in degrees; half of it from south to north. A route
 * within one city is shown with its surroundings.
 */
const LEAST_SPAN = 3.2;

const OUTLINES = outlines();

type Stop = ParcelWay["route"][number];

/** Draws the route. @param route At least one stop: sender, scans, recipient. */
export function RouteMap({ route }: { readonly route: readonly Stop[] }) {
  const { t } = useTranslation();
  const project = projectionFor(route);
  const points = route.map((stop) => {
    const [x, y] = project([stop.lng, stop.lat]);
    return { ...stop, x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
  });
  const places = route.map(({ kind, name }) => `${t(`tracking.kind.${kind}`)} ${name}`).join(", ");
  return (
    <figure className={styles["figure"]}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t("tracking.map", { places })}
        className={styles["map"]}
        data-testid="route-map"
      >
        {OUTLINES.map((country, index) => (
          <path
            key={index}
            d={pathOf(country.rings, project)}
            className={country.id === "TR" ? styles["home"] : styles["other"]}
          />
        ))}
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
          className={styles["way"]}
        />
        {points.map(({ kind, x, y }, index) => (
          <circle key={index} cx={x} cy={y} r={kind === "scan" ? 4 : 6} className={styles[kind]} />
        ))}
        {labelsOf(points, { width: WIDTH, height: HEIGHT }).map(({ name, x, y, anchor }) => (
          <text key={`${name} ${x}`} x={x} y={y} textAnchor={anchor} className={styles["name"]}>
            {name}
          </text>
        ))}
      </svg>
      <figcaption>{t("tracking.credit")}</figcaption>
    </figure>
  );
}

/**
 * Reads the countries of the map file, with the rings of their outlines. Casts, because a JSON
 * module's type is wider than TopoJSON's.
 */
function outlines(): { readonly id: unknown; readonly rings: readonly (readonly Place[])[] }[] {
  const topology = map as unknown as Parameters<typeof feature>[0];
  const countries = topology.objects["countries"];
  const drawn = countries === undefined ? undefined : feature(topology, countries);
  return drawn !== undefined && "features" in drawn
    ? drawn.features.map(({ id, geometry }) => ({ id, rings: ringsOf(geometry) }))
    : [];
}

function ringsOf(geometry: { readonly type: string }): readonly (readonly Place[])[] {
  const { coordinates } = geometry as { readonly coordinates?: unknown };
  return geometry.type === "Polygon"
    ? (coordinates as readonly (readonly Place[])[])
    : geometry.type === "MultiPolygon"
      ? (coordinates as readonly (readonly (readonly Place[])[])[]).flat()
      : [];
}

/** Creates a projection that shows all stops and at least the smallest extent. */
function projectionFor(route: readonly Stop[]): Projection {
  const [west, east, south, north] = [
    Math.min(...lngs(route)),
    Math.max(...lngs(route)),
    Math.min(...lats(route)),
    Math.max(...lats(route)),
  ];
  const wider = Math.max(0, LEAST_SPAN - (east - west)) / 2;
  const higher = Math.max(0, LEAST_SPAN / 2 - (north - south)) / 2;
  return fitted(
    [
      [west - wider, south - higher],
      [east + wider, north + higher],
    ],
    { width: WIDTH, height: HEIGHT, margin: MARGIN },
  );
}

const lngs = (route: readonly Stop[]): number[] => route.map(({ lng }) => lng);
const lats = (route: readonly Stop[]): number[] => route.map(({ lat }) => lat);
