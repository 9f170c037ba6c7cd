/**
 * Stores the hub's organization in the hub's folder, next to its streams. If the streams are lost,
 * the first station to connect must not found the hub again: the hub waits for a station of its
 * organization, and admits no other station until then.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Kvm, type KV } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { writeWhole } from "../../base/write-whole.ts";
import { SCARCE_BUCKET } from "../hub-names.ts";
import { findClaimOf, readClaim, writeClaim, watchClaim } from "../join/claim-organization.ts";
import { FORMAT } from "../../db/format.ts";
import { HubError } from "./hub-error.ts";

const keptSchema = z.object({
  v: z.literal(1),
  id: z.string(),
  /** Null when the station that brought the organization stated no name. */
  name: z.string().nullable(),
});
type Kept = Readonly<z.output<typeof keptSchema>>;

export type KeptOrganization = {
  /**
   * Returns the organization that the hub waits for because its streams were lost; undefined: the
   * hub has its data, or no organization yet.
   */
  awaited(): Pick<Kept, "id" | "name"> | undefined;
  stop(): void;
};

/**
 * Returns the path of the file with the hub's organization. The owner removes this file to give the
 * hub to another organization.
 */
export function organizationFile(folder: string): string {
  return join(folder, "organization.json");
}

/** The hub's organization, in its file and in its bucket. */
type Keeping = {
  readonly kv: KV;
  readonly file: string;
  readonly report: (line: string) => void;
  kept: Kept | undefined;
  isAwaited: boolean;
};

/**
 * Stores the hub's organization, and records it in the streams. Must run before the hub admits any
 * station.
 *
 * @param admin Connection as the hub's admin of the organization.
 * @throws HubError when the streams belong to another organization, or the file is damaged.
 */
export async function keepOrganization(
  admin: NatsConnection,
  folder: string,
  report: (line: string) => void,
): Promise<KeptOrganization> {
  const kv = await new Kvm(admin).open(SCARCE_BUCKET, { bindOnly: true, allow_direct: false });
  const file = organizationFile(folder);
  const keeping: Keeping = { kv, file, report, kept: readKept(file), isAwaited: false };
  if ((await look(keeping)) === "foreign")
    throw new HubError(
      `This is the hub of ${nameOf(keeping.kept)}, but its streams are of another organization. Put the right streams back in ${folder}, or remove ${file} to give the hub to the other organization.`,
    );
  const stop = await follow(kv, () => {
    look(keeping).then(
      (found) =>
        found === "foreign" &&
        report(
          `A station has recorded at the hub an organization other than ${nameOf(keeping.kept)}. Look at the stations that have joined, and revoke those that are not known.`,
        ),
      (error: unknown) =>
        report(
          `The record of this hub's organization could not be stored: ${error instanceof Error ? error.message : String(error)}`,
        ),
    );
  });
  return { awaited: () => (keeping.isAwaited ? keeping.kept : undefined), stop };
}

/**
 * Compares the record in the streams with the stored organization, and repairs a record that is
 * missing or overwritten.
 */
async function look(keeping: Keeping): Promise<"right" | "foreign"> {
  for (;;) {
    const { claim, revision } = await readClaim(keeping.kv);
    const id = claim?.id ?? null;
    if (keeping.kept === undefined && id === null) return "right";
    if (keeping.kept === undefined || id === keeping.kept.id) {
      const name = claim?.name ?? keeping.kept?.name ?? null;
      if (id !== null && (keeping.kept === undefined || name !== keeping.kept.name))
        keep(keeping, { v: 1, id, name });
      keeping.isAwaited = claim?.isAwaited === true;
      return "right";
    }
    // A desk has overwritten the hub's record, or the record is unreadable. If the streams have an
    // earlier record of this organization, they belong to this organization.
    const earlier = await findClaimOf(keeping.kv, keeping.kept.id);
    if (earlier === undefined && id !== null) return "foreign";
    const isNoted =
      earlier === undefined
        ? await noteAwaited(keeping, keeping.kept, revision)
        : await noteAgain(keeping, earlier, revision);
    if (isNoted) return "right";
  }
}

function keep(keeping: Keeping, kept: Kept): void {
  writeWhole(keeping.file, `${JSON.stringify(kept)}\n`);
  keeping.kept = kept;
}

type Claim = NonNullable<Awaited<ReturnType<typeof findClaimOf>>>;

/**
 * Records the hub's organization again after a station has overwritten the record.
 *
 * @returns Whether no other writer wrote at the same time.
 */
async function noteAgain(
  keeping: Keeping,
  earlier: Claim,
  revision: number | undefined,
): Promise<boolean> {
  if (!(await writeClaim(keeping.kv, { ...earlier, isAwaited: false }, revision))) return false;
  keeping.report(
    `A station has overwritten the record of this hub's organization; ${nameOf(keeping.kept)} was recorded again. Look at the stations that have joined, and revoke those that are not known.`,
  );
  return true;
}

/**
 * Records in empty streams the organization that the hub waits for.
 *
 * @returns False when another writer changed the record first.
 */
async function noteAwaited(
  keeping: Keeping,
  { id, name }: Kept,
  revision: number | undefined,
): Promise<boolean> {
  const claim = { id, name, founder: "", format: FORMAT, isAwaited: true };
  if (!(await writeClaim(keeping.kv, claim, revision))) return false;
  keeping.isAwaited = true;
  keeping.report(
    `The hub's streams are empty. The hub waits for a station of ${nameOf(keeping.kept)}, and lets no other station in before. To give the hub to another organization, stop it and remove ${keeping.file}.`,
  );
  return true;
}

async function follow(kv: KV, onChange: () => void): Promise<() => void> {
  const watch = await watchClaim(kv);
  void (async () => {
    for await (const _entry of watch) onChange();
  })().catch(() => undefined); // The connection has ended, and the hub with it.
  return () => watch.stop();
}

function nameOf(kept: Kept | undefined): string {
  return kept === undefined
    ? "no organization"
    : kept.name === null
      ? `the organization ${kept.id}`
      : `the organization "${kept.name}"`;
}

function readKept(file: string): Kept | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return parseJson(readFileSync(file, "utf8"), keptSchema, file);
  } catch (error) {
    throw new HubError(
      `${error instanceof Error ? error.message : String(error)}. Put a good copy of ${file} back: it states whose hub this is.`,
    );
  }
}
