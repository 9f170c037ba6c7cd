/**
 * Records acts: every caller's successful calls of audited endpoints, except repeats that are
 * answered under an Idempotency-Key. Acts on rights, settings or data are written before their
 * response is sent. Acts that desks do all day are written together a moment later, so that a
 * purchase needs no extra transaction.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { guarded } from "../base/guarded.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { AuditAct, AuditKind } from "./audited.schema.ts";

/** An act as the audit log stores it. */
export type Note = {
  readonly organizationID: string;
  readonly memberID: string;
  readonly tokenID: string;
  /** Lead who allowed the act at the desk; absent for other acts. */
  readonly approvedBy?: string;
  readonly kind: AuditKind;
  readonly act: AuditAct;
  readonly operation: string;
  readonly subjectID: string;
  /** "12.50" */
  readonly amount?: string;
  readonly at: string;
};

/**
 * Kinds whose entries are written together, a moment later, since a desk makes such entries all
 * day. Purchases and prints are durable without these entries.
 */
const WRITTEN_LATER: ReadonlySet<AuditKind> = new Set(["purchase", "cancel", "print"]);
const LATER_MS = 250;
/**
 * Maximum number of entries that wait while they cannot be written, as on a full disk. Older
 * entries are dropped, because purchases and prints have their own tables.
 */
const MOST_WAITING = 5_000;
/**
 * Finds the subject in a response; a purchase at the desk answers with its transaction and print
 * job.
 */
const SUBJECT = /"data":\{(?:"(?:transaction|agreement)":\{)?"id":"([\w-]{1,60})"/;
const STEP = /"step":"(\w+)"/;

export type ActWatch = {
  /** Listens to every call. Must be called before the routes are registered. */
  watch(app: FastifyInstance): void;
  /** Writes the waiting entries. */
  flush(): void;
};

/** Creates the recorder. @param noteActs Writes entries into the audit log. */
export function watchActs(
  deps: Pick<WriteDeps, "log" | "now">,
  noteActs: (notes: readonly Note[]) => unknown,
): ActWatch {
  let waiting: Note[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (
      guarded(
        deps.log,
        "acts could not be written into the audit log; the write will be retried",
        () => noteActs(waiting),
      )
    )
      waiting = [];
    else waiting = waiting.slice(-MOST_WAITING);
  };
  return {
    flush,
    watch(app) {
      app.addHook("onSend", (request, reply, payload, done) => {
        const note =
          reply.statusCode < 400 && reply.getHeader("Idempotent-Replayed") === undefined
            ? noteOf(deps, request, payload)
            : undefined;
        if (note !== undefined && WRITTEN_LATER.has(note.kind)) {
          waiting.push(note);
          timer ??= setTimeout(flush, LATER_MS).unref();
        } else if (note !== undefined)
          guarded(deps.log, "an act could not be written into the audit log", () =>
            noteActs([note]),
          );
        done(null, payload);
      });
    },
  };
}

function noteOf(
  deps: Pick<WriteDeps, "now">,
  request: FastifyRequest,
  payload: unknown,
): Note | undefined {
  const { id, audited, auditedStep } = request.routeOptions.config.packbench ?? {};
  if (
    id === undefined ||
    audited === undefined ||
    (auditedStep !== undefined && stepOf(payload) !== auditedStep) ||
    !("actor" in request) ||
    request.actor.organizationID === ""
  )
    return undefined;
  const { organizationID, memberID, token, approved } = request.actor;
  return {
    organizationID,
    memberID,
    ...(approved === undefined ? {} : { approvedBy: approved.by }),
    tokenID: token?.id ?? "",
    ...audited,
    operation: id,
    subjectID: subjectOf(request.params, payload),
    at: deps.now(),
  };
}

/** Finds the first `step` in an answer. */
function stepOf(payload: unknown): string | undefined {
  return typeof payload === "string" ? STEP.exec(payload)?.[1] : undefined;
}

/** Finds the subject of a call: the id in the path, else the id of the created object. */
function subjectOf(params: unknown, payload: unknown): string {
  const [named] = typeof params === "object" && params !== null ? Object.values(params) : [];
  if (typeof named === "string") return named.slice(0, 64);
  return typeof payload === "string" ? (SUBJECT.exec(payload)?.[1] ?? "") : "";
}
