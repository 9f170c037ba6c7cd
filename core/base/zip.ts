/**
 * Writes a zip file as a stream: entries are compressed while they are read, off this thread, so
 * that a file of any size needs little memory.
 */
import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/**
 * A file of the archive.
 *
 * @see zipStream
 */
export type ZipEntry = { readonly path: string; readonly text: AsyncIterable<string | Uint8Array> };

/** Largest 32-bit value; in a zip64 file it refers to the 64-bit field. */
const MOST_32 = 0xffff_ffff;
const MOST_16 = 0xffff;
/** Flags of an entry: its name is UTF-8, and its sizes follow its content. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/**
 * 1980-01-01, the first day that zip supports. The day is constant, so that equal contents make
 * equal files.
 */
const DAY = 0x21;

/**
 * Makes the archive's bytes.
 *
 * @param options.isLarge Whether entries or the whole may exceed 4 GiB (zip64); spreadsheet
 *   programs do not open such a file.
 * @returns The stream; reading it fails with the error of an entry that cannot be read.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>, { isLarge = false } = {}): Readable {
  return Readable.from(zipOf(entries, isLarge), { objectMode: false });
}

/** Writes the size and the checksum of an entry after the entry, since they are only known then. */
async function* zipOf(entries: AsyncIterable<ZipEntry>, isLarge: boolean): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  const size: 4 | 8 = isLarge ? 8 : 4;
  let at = 0;
  for await (const { path, text } of entries) {
    const name = Buffer.from(path);
    const local = localHead(name, isLarge);
    yield local;
    let [sum, whole, packed] = [0, 0, 0];
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const part of text) {
        const bytes = Buffer.from(part);
        sum = crc32(bytes, sum);
        whole += bytes.length;
        yield bytes;
      }
    };
    const source = Readable.from(counted());
    const deflate = createDeflateRaw({ level: 3 });
    source.on("error", (error) => deflate.destroy(error));
    for await (const bytes of source.pipe(deflate) as AsyncIterable<Buffer>) {
      packed += bytes.length;
      yield bytes;
    }
    yield fields([0x08074b50, 4], [sum, 4], [packed, size], [whole, size]);
    directory.push(directoryEntry({ name, at, sum, packed, whole }, isLarge));
    at += local.length + packed + 8 + 2 * size;
  }
  yield Buffer.concat([...directory, endOf(directory, at, isLarge)]);
}

/** Returns the version needed to read the archive: 4.5 for a zip64, else 2.0. */
function versionOf(isLarge: boolean): number {
  return isLarge ? 45 : 20;
}

/** Makes the fields that an entry has both in its local header and in the directory. */
function commonHead(isLarge: boolean): Buffer {
  return fields([versionOf(isLarge), 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DAY, 2]);
}

function localHead(name: Buffer, isLarge: boolean): Buffer {
  return Buffer.concat([
    fields([0x04034b50, 4]),
    commonHead(isLarge),
    fields(
      [0, 4],
      [isLarge ? MOST_32 : 0, 4],
      [isLarge ? MOST_32 : 0, 4],
      [name.length, 2],
      [isLarge ? 20 : 0, 2],
    ),
    name,
    isLarge ? fields([1, 2], [16, 2], [0, 8], [0, 8]) : NOTHING,
  ]);
}

/** A written entry: its offset, its checksum, and its sizes in bytes. */
type WrittenEntry = {
  readonly name: Buffer;
  readonly at: number;
  readonly sum: number;
  readonly packed: number;
  readonly whole: number;
};

function directoryEntry({ name, at, sum, packed, whole }: WrittenEntry, isLarge: boolean): Buffer {
  const sizes = isLarge ? fields([MOST_32, 4], [MOST_32, 4]) : fields([packed, 4], [whole, 4]);
  return Buffer.concat([
    fields([0x02014b50, 4], [versionOf(isLarge), 2]),
    commonHead(isLarge),
    fields([sum, 4]),
    sizes,
    fields(
      [name.length, 2],
      [isLarge ? 28 : 0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [isLarge ? MOST_32 : at, 4],
    ),
    name,
    isLarge ? fields([1, 2], [24, 2], [whole, 8], [packed, 8], [at, 8]) : NOTHING,
  ]);
}

/**
 * Makes the end of the archive, which follows the directory.
 *
 * @param at Offset of the directory.
 */
function endOf(directory: readonly Buffer[], at: number, isLarge: boolean): Buffer {
  const count = directory.length;
  const length = directory.reduce((all, part) => all + part.length, 0);
  const version = versionOf(isLarge);
  const end64 = isLarge
    ? fields(
        [0x06064b50, 4],
        [44, 8],
        [version, 2],
        [version, 2],
        [0, 4],
        [0, 4],
        [count, 8],
        [count, 8],
        [length, 8],
        [at, 8],
        [0x07064b50, 4],
        [0, 4],
        [at + length, 8],
        [1, 4],
      )
    : NOTHING;
  const few = Math.min(count, MOST_16);
  const end = fields(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [few, 2],
    [few, 2],
    [isLarge ? MOST_32 : length, 4],
    [isLarge ? MOST_32 : at, 4],
    [0, 2],
  );
  return Buffer.concat([end64, end]);
}

const NOTHING = Buffer.alloc(0);

/** Encodes numbers with the given sizes in bytes, little-endian. */
function fields(...values: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Buffer {
  return Buffer.concat(
    values.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes);
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}
