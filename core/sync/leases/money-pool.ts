/**
 * The hub's document of a shared balance, and its arithmetic; pure functions. Minor units
 * throughout.
 *
 * The document has no total. A station can spend the balance of its ledger chain, plus what it
 * carried and was granted, minus what it returned; the pool is the rest. The pool and all shares
 * together always equal the sum of all chains: top-ups, refunds and payments change a chain and one
 * station's share equally.
 */
import { z } from "zod";

const minorSchema = z.int();

/** Entry of one station in one incarnation. `granted` and `returned` only grow. */
const entrySchema = z.object({
  e: minorSchema.describe("incarnation"),
  c: minorSchema.describe(
    "carried: the sum of all other stations' chains when the founding station joined; 0 for every other station",
  ),
  g: minorSchema.describe("granted"),
  r: minorSchema.describe("returned"),
  dead: z.literal(true).optional(),
  settled: minorSchema
    .optional()
    .describe("of a dead entry: the sum of its chain and what it carried"),
});
export type PoolEntry = z.output<typeof entrySchema>;

/**
 * Entries by station id. The closed entry of a station that has joined again has its incarnation
 * appended to the id.
 */
export const poolSchema = z.object({
  st: z.record(z.string().regex(/^[0-9a-f-]{36}(\.\d{1,9})?$/), entrySchema),
});
export type MoneyPool = z.output<typeof poolSchema>;

export const NO_STATIONS: MoneyPool = { st: {} };

/**
 * Computes the pool: the amount that no station can spend and any station may be granted. A
 * negative pool means that more was granted or spent than exists.
 */
export function poolOf({ st }: MoneyPool): number {
  return Object.values(st).reduce(
    (sum, { dead, settled = 0, g, r }) => sum + (dead === true ? settled : r - g),
    0,
  );
}

/** Counts the stations that share the balance. */
export function countLive({ st }: MoneyPool): number {
  return Object.values(st).filter(({ dead }) => dead !== true).length;
}

/**
 * The asking station in its current incarnation. `granted` and `returned` are the values stored at
 * the station; they count where they are larger than the values of its entry.
 */
export type Asker = {
  readonly id: string;
  readonly incarnation: number;
  readonly granted: number;
  readonly returned: number;
};

/** Finds the asker's live entry, if any. */
export function findLive(
  { st }: MoneyPool,
  { id, incarnation }: Pick<Asker, "id" | "incarnation">,
): PoolEntry | undefined {
  const entry = st[id];
  return entry?.e === incarnation && entry.dead !== true ? entry : undefined;
}

/**
 * Adds a station. The founding station starts with the whole balance, any other station with
 * nothing.
 *
 * @param carried Set for the founding station only. Counts once, in the very first entry.
 * @returns The same document in three cases: the station has an entry of this incarnation; the
 *   station has a live entry of another incarnation, which must be revoked first; the document is
 *   empty, and this is not the founding station.
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
 * Grants from the pool, and records what the asker has returned.
 *
 * @param granted Total that the asker wants: a call repeated after a lost answer grants nothing
 *   twice.
 * @returns The same document when nothing changes, or when the asker has no live entry.
 */
export function grant(pool: MoneyPool, asker: Asker, granted: number): MoneyPool {
  const entry = findLive(pool, asker);
  if (entry === undefined) return pool;
  // The station's knowledge counts: a hub that was restored from an older store learns it again.
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
 * Closes a station's entry; the money that the station has not spent goes to the pool.
 *
 * @param settled Sum of the station's chain up to its end and of what the station carried.
 * @returns The same document when there is no such live entry.
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
 * Combines two copies of the document: the copy of a restored hub, and the later copy of a station.
 * Each value only grows, and a closed entry stays closed, so the order of merging does not matter.
 *
 * @returns The first copy itself when the second copy adds nothing.
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
