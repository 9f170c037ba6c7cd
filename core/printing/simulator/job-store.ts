/**
 * Store of the simulator's printed labels: each label is a file `00042-<time>.zpl` (.tspl, .epl)
 * with its details in a `.json` file. A job counts as received once its file is on disk; then it
 * survives a crash, and its number is not reused.
 */
import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { LABEL_MEDIA } from "../../db/documents/media.schema.ts";
import { SIMULATOR_LANGUAGES, type SimulatorLanguage } from "./printer-stream.ts";

const jobSchema = z.object({
  n: z.number().int(),
  at: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  peer: z.string(),
  language: z.enum(SIMULATOR_LANGUAGES).default("ZPL"),
  /** Whether the label tore: only its upper half was printed. */
  isPartial: z.boolean().default(false),
  /**
   * Number of bytes before the label that are not part of the language; a real printer would print
   * them.
   */
  garbageBytes: z.number().int().default(0),
  /** Number of this copy, from 1, when the label requested several. */
  copy: z.number().int().default(1),
  copies: z.number().int().default(1),
  /** Length of the printed paper. */
  lengthMm: z.number().default(LABEL_MEDIA.heightMm),
  /** Texts of the symbols on the label; null until they have been read. */
  barcodes: z.array(z.string()).nullable(),
});
export type SimulatorJob = z.infer<typeof jobSchema>;

/** A printed label before the store has added its number, time and hash. */
export type PrintedLabel = Pick<
  SimulatorJob,
  "peer" | "language" | "isPartial" | "garbageBytes" | "copy" | "copies" | "lengthMm"
> & { readonly bytes: Uint8Array };

export type JobStore = {
  /** Resolves when the job is on disk. */
  add(label: PrintedLabel): Promise<SimulatorJob>;
  setBarcodes(n: number, barcodes: readonly string[]): Promise<void>;
  /** Lists the jobs, oldest first. */
  list(): readonly SimulatorJob[];
  find(n: number): SimulatorJob | undefined;
  read(n: number): Promise<Uint8Array>;
};

const FILE = /^(\d{5,})-(.+)\.(zpl|tspl|epl)$/;

/** Returns the file extension for a language, without the dot. */
export function endingOf(language: SimulatorLanguage): string {
  return language.toLowerCase();
}

/**
 * Opens the store.
 *
 * @param dir Folder of the store, created when it is missing.
 * @throws Error when the folder can be neither created nor read.
 */
export async function openJobStore(dir: string): Promise<JobStore> {
  await mkdir(dir, { recursive: true });
  const jobs = new Map<number, SimulatorJob>();
  const names = new Map<number, string>();
  for (const file of (await readdir(dir)).toSorted()) {
    const match = FILE.exec(file);
    if (match === null) {
      if (file.endsWith(".part")) await rm(join(dir, file), { force: true });
      continue;
    }
    const [, number, time = "", ending = ""] = match;
    const n = Number(number);
    names.set(n, file.slice(0, -(ending.length + 1)));
    jobs.set(n, await readJob(dir, file, n, time));
  }
  let last = Math.max(0, ...jobs.keys());
  let writes: Promise<unknown> = Promise.resolve();

  /** Runs one write after the other, so that files appear in the order of their numbers. */
  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const turn = writes.then(write, write);
    writes = turn.catch(() => undefined);
    return turn;
  }

  return {
    add: ({ bytes, ...label }) =>
      inTurn(async () => {
        const n = ++last;
        const at = new Date().toISOString();
        const name = `${String(n).padStart(5, "0")}-${at.replace(/[:.]/g, "-")}`;
        const job = describeJob(label, { n, at, bytes });
        await writeWhole(dir, `${name}.${endingOf(job.language)}`, bytes);
        await writeWhole(dir, `${name}.json`, JSON.stringify(job));
        await syncFolder(dir);
        names.set(n, name);
        jobs.set(n, job);
        return job;
      }),
    setBarcodes: (n, barcodes) =>
      inTurn(async () => {
        const job = jobs.get(n);
        if (job === undefined) return;
        const read = { ...job, barcodes: [...barcodes] };
        await writeWhole(dir, `${names.get(n)}.json`, JSON.stringify(read));
        jobs.set(n, read);
      }),
    list: () => [...jobs.values()],
    find: (n) => jobs.get(n),
    async read(n) {
      const [name, job] = [names.get(n), jobs.get(n)];
      if (name === undefined || job === undefined) throw new Error(`no job ${n}`);
      return new Uint8Array(await readFile(join(dir, `${name}.${endingOf(job.language)}`)));
    },
  };
}

function describeJob(
  label: Omit<PrintedLabel, "bytes">,
  { n, at, bytes }: { readonly n: number; readonly at: string; readonly bytes: Uint8Array },
): SimulatorJob {
  return {
    ...label,
    n,
    at,
    bytes: bytes.length,
    sha256: sha256(bytes),
    lengthMm: label.isPartial ? label.lengthMm / 2 : label.lengthMm,
    barcodes: null,
  };
}

/**
 * Reads a job. A job whose details are missing or incomplete still counts as received, because its
 * label is on disk.
 */
async function readJob(dir: string, file: string, n: number, time: string): Promise<SimulatorJob> {
  const note = await readFile(join(dir, file.replace(/\.\w+$/, ".json")), "utf8").catch(
    () => "null",
  );
  const known = jobSchema.safeParse(parseJson(note));
  if (known.success && known.data.n === n) return known.data;
  const bytes = await readFile(join(dir, file));
  const at = time.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, "T$1:$2:$3.$4Z");
  const language = SIMULATOR_LANGUAGES.find((name) => file.endsWith(`.${endingOf(name)}`)) ?? "ZPL";
  return jobSchema.parse({
    n,
    at,
    bytes: bytes.length,
    sha256: sha256(bytes),
    peer: "",
    language,
    barcodes: null,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function writeWhole(dir: string, name: string, content: Uint8Array | string): Promise<void> {
  const draft = join(dir, `${name}.part`);
  const file = await open(draft, "w");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(dir, name));
}

/**
 * Flushes the folder, so that renames survive a crash. Windows cannot open a folder and does not
 * need this.
 */
async function syncFolder(dir: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(dir, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
