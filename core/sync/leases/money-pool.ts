/**
 * The hub's document of a balance that stations share, and its arithmetic; pure. Minor units
 * throughout.
 *
 * It has no total. What a station can spend is its own chain of the ledger, and what it carried,
 * was granted and has returned; what no station can spend is the pool. All of it together is always
 * the sum of all chains: top-ups, refunds and payments change a chain and one station's part alike.
 */
import { z } from "zod";

const minorSchema = z.int();

/** Of one station in one of its incarnations. `granted` and `returned` only grow. */
const entrySchema = z.object({
  e: minorSchema.describe("incarnation"),
  c: minorSchema.describe(
    "carried: what the chains of all others came to when the founding station joined; 0 of every other",
  ),
  g: minorSchema.describe("granted"),
  r: minorSchema.describe("returned"),
  dead: z.literal(true).optional(),
  settled: minorSchema.optional().describe("of a dead one: its chain and what it carried"),
});
export type PoolEntry = z.output<typeof entrySchema>;

/**
 * By station id; a dead entry of a station that has joined again has its incarnation behind the id.
 */
export const poolSchema = z.object({
  st: z.record(z.string().regex(/^[0-9a-f-]{36}(\.\d{1,9})?$/), entrySchema),
});
export type MoneyPool = z.output<typeof poolSchema>;

export const NO_STATIONS: MoneyPool = { st: {} };

/**
 * What no station can spend, and each may be granted. Below 0 it is an error: more was granted than
 * there is.
 */
export function poolOf({ st }: MoneyPool): number {
  return Object.values(st).reduce(
    (sum, { dead, settled = 0, g, r }) => sum + (dead === true ? settled : r - g),
    0,
  );
}

/** How many stations share the balance. */
export function countLive({ st }: MoneyPool): number {
  return Object.values(st).filter(({ dead }) => dead !== true).length;
}

/**
 * Who asks: a station in its present incarnation, and what it knows of its own entry, which counts
 * where it is more.
 */
export type Asker = {
  readonly id: string;
  readonly incarnation: number;
  readonly granted: number;
  readonly returned: number;
};

/** The asker's entry; undefined when it has none that is in force. */
export function findLive(
  { st }: MoneyPool,
  { id, incarnation }: Pick<Asker, "id" | "incarnation">,
): PoolEntry | undefined {
  const entry = st[id];
  return entry?.e === incarnation && entry.dead !== true ? entry : undefined;
}

/**
 * A station joins: it begins with nothing, but for the founding one, which begins with the whole
 * balance.
 *
 * @param carried Of the founding station, undefined for others. It counts once, in the first entry
 *   of all.
 * @returns The same document when the station has an entry: one in force stays, and so does one of
 *   another incarnation, until it is revoked. Also when the founding one is not there yet.
 */
export function enrol(
  pool: MoneyPool,
  { id, incarnation }: Pick<Asker, "id" | "incarnation">,
  carried: number | undefined,
): MoneyPool {
  const known = pool.st[id];
  const isFirst = Object.keys(pool.st).length === 0;
  if (isFirst && carried === undefined) return pool;
  if (known !== undefined && (known.dead !== true || known.e === incarnation)) return pool;
  const earlier = known === undefined ? {} : { [`${id}.${known.e}`]: known };
  return {
    st: {
      ...pool.st,
      ...earlier,
      [id]: { e: incarnation, c: isFirst && carried !== undefined ? carried : 0, g: 0, r: 0 },
    },
  };
}

/**
 * Grants from the pool, and notes what the asker has returned.
 *
 * @param granted In all, as the asker wants to have it: a call that is repeated because its answer
 *   was lost grants nothing twice.
 * @returns The same document when nothing changes; the asker must have an entry in force.
 */
export function grant(pool: MoneyPool, asker: Asker, granted: number): MoneyPool {
  const entry = findLive(pool, asker);
  if (entry === undefined) return pool;
  // What is known at the station counts: a hub that was restored from an older store learns it
  // again.
  const known: PoolEntry = {
    ...entry,
    g: Math.max(entry.g, asker.granted),
    r: Math.max(entry.r, asker.returned),
  };
  const healed = withEntry(pool, asker.id, known);
  const more = Math.max(0, Math.min(poolOf(healed), granted - known.g));
  if (more === 0 && known.g === entry.g && known.r === entry.r) return pool;
  return withEntry(healed, asker.id, { ...known, g: known.g + more });
}

/**
 * Ends a station's part; what it has not spent goes to the pool.
 *
 * @param settled Its chain and what it carried, by all of its entries up to its end.
 * @returns The same document when there is no such entry in force.
 */
export function end(
  pool: MoneyPool,
  of: Pick<Asker, "id" | "incarnation">,
  settled: number,
): MoneyPool {
  const entry = findLive(pool, of);
  return entry === undefined ? pool : withEntry(pool, of.id, { ...entry, dead: true, settled });
}

/**
 * What two copies of the document know together: of one hub that was set back and of a station that
 * had seen it later. Each value only grows, and a part that has ended stays ended, so the order in
 * which copies are merged does not matter.
 *
 * @returns The first one itself when the second adds nothing.
 */
export function merge(pool: MoneyPool, known: MoneyPool): MoneyPool {
  const entries = new Map<string, PoolEntry & { readonly id: string }>();
  for (const [key, entry] of [...Object.entries(pool.st), ...Object.entries(known.st)]) {
    const id = key.split(".")[0] ?? key;
    const other = entries.get(`${id}.${entry.e}`);
    entries.set(`${id}.${entry.e}`, { id, ...(other === undefined ? entry : join(other, entry)) });
  }
  const st: Record<string, PoolEntry> = {};
  for (const [key, { id, ...entry }] of entries) {
    const isNewest = [...entries.values()].every((other) => other.id !== id || other.e <= entry.e);
    st[isNewest ? id : key] = entry;
  }
  const isSame =
    Object.keys(st).length === Object.keys(pool.st).length &&
    Object.entries(st).every(([key, entry]) => isEqual(entry, pool.st[key]));
  return isSame ? pool : { st };
}

function join(a: PoolEntry, b: PoolEntry): PoolEntry {
  const ended = a.dead === true ? a : b.dead === true ? b : undefined;
  return {
    e: a.e,
    c: a.c === 0 ? b.c : a.c,
    g: Math.max(a.g, b.g),
    r: Math.max(a.r, b.r),
    ...(ended === undefined ? {} : { dead: true, settled: ended.settled ?? 0 }),
  };
}

function isEqual(a: PoolEntry, b: PoolEntry | undefined): boolean {
  return (
    b !== undefined &&
    a.e === b.e &&
    a.c === b.c &&
    a.g === b.g &&
    a.r === b.r &&
    a.dead === b.dead &&
    a.settled === b.settled
  );
}

function withEntry({ st }: MoneyPool, id: string, entry: PoolEntry): MoneyPool {
  return { st: { ...st, [id]: entry } };
}
