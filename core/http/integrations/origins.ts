/**
 * Decides which web pages may use the station. By default no page may. The desk shows a page that
 * tries to use the station, and a person allows or rejects the page. A page served by the station
 * itself needs no permission.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { HttpDeps } from "../deps.ts";
import { takeToken, type Bucket, type Rate } from "../rate-limit.ts";
import type { ServerOptions } from "../server.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import type { Pairing, Pairings } from "./integrations.schema.ts";

const SETTING = "allowedOrigins";
const QUESTIONS_AT_ONCE = 10;
const REFUSED_KEPT = 1_000;
/**
 * Rate of new questions. Each new question is written to the disk and shown, and a page that asks
 * under many names must not fill the disk.
 */
const NEW_QUESTIONS: Rate = { perSecond: 0.1, burst: 30 };
const ASKED_FOR_MS = 10 * 60 * 1_000;
const MAX_AGE_S = 600;
const METHODS = "GET, POST, PATCH, PUT, DELETE";
const REQUEST_HEADERS = "Authorization, Content-Type, Idempotency-Key, Last-Event-ID";
const ANSWER_HEADERS = "X-Request-Id, Retry-After, Idempotent-Replayed";

/** scheme://host[:port] and nothing more; "null" names no page and can never be allowed. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@"]{1,255}$/;

export type Origins = {
  /**
   * Lets a call of an allowed page or of the station's own page through, or answers an allowed
   * page's preflight. Rejects other calls; if such a call is a preflight or has a token, also asks
   * the desk about its page.
   *
   * @throws AppError E2040 when the page may not use the station.
   */
  readonly guardPage: ServerOptions["guardPage"];
  list(): Pairings;
  /**
   * Allows or rejects the web page of an open question.
   *
   * @throws AppError E2041 when the question is no longer open.
   */
  answer(id: string, allow: boolean): Pairings;
  /**
   * Withdraws the permission of a page.
   *
   * @param origin Undefined: withdraws the permission of all pages.
   */
  forget(origin: string | undefined): Pairings;
};

/**
 * Creates this station's decisions about web pages. Allowed origins are a setting; open questions
 * end with the process.
 */
export function createOrigins(deps: WriteDeps & Pick<HttpDeps, "settings">): Origins {
  const questions = createQuestions(deps);
  const allowed = (): string[] =>
    z
      .array(z.string())
      .catch([])
      .parse(deps.settings.read(SETTING) ?? []);
  const list = (): Pairings => ({ questions: questions.list(), allowedOrigins: allowed() });

  return {
    list,
    guardPage(request, reply, done, origin) {
      if (isOwnPage(request, origin)) return done();
      const mayUse = allowed().includes(origin);
      const asksFirst = isPreflight(request);
      if (mayUse) allow(reply, origin);
      if (mayUse && asksFirst) return void answerPreflight(request, reply);
      if (!mayUse && (asksFirst || holdsToken(request))) questions.ask(origin);
      if (!mayUse) throw errors.originNotAllowed();
      done();
    },
    answer(id, allow) {
      const question = questions.list().find((q) => q.id === id);
      if (question === undefined) throw errors.originRequestNotOpen();
      if (allow) deps.settings.write(SETTING, [...new Set([...allowed(), question.origin])]);
      else questions.refuse(question);
      questions.close(question);
      return list();
    },
    forget(origin) {
      deps.settings.write(
        SETTING,
        origin === undefined ? [] : allowed().filter((kept) => kept !== origin),
      );
      return list();
    },
  };
}

/** Questions about pages, until they are answered or expire. */
type Questions = {
  ask(origin: string): void;
  /** Oldest first. */
  list(): Pairing[];
  /**
   * Prevents a new question about the page until this one would have expired. Does nothing while
   * 1,000 other pages are rejected.
   */
  refuse(question: Pairing): void;
  close(question: Pairing): void;
};

function createQuestions(deps: WriteDeps): Questions {
  /** Open questions by origin, oldest first. */
  const asked = new Map<string, Pairing>();
  /**
   * Rejected origin → time until which its calls cause no new question. Rejected origins do not
   * count as open questions.
   */
  const refused = new Map<string, string>();
  const newQuestions = new Map<string, Bucket>();

  const dropExpired = (): void => {
    const now = deps.now();
    for (const [origin, question] of asked) if (question.expiresAt <= now) asked.delete(origin);
    for (const [origin, until] of refused) if (until <= now) refused.delete(origin);
  };
  const ask = (origin: string): void => {
    dropExpired();
    if (!ORIGIN.test(origin) || asked.has(origin) || refused.has(origin)) return;
    const askedAt = deps.now();
    if (takeToken(newQuestions, "", NEW_QUESTIONS, Date.parse(askedAt)) > 0) return;
    const question = {
      id: deps.newId(),
      origin,
      askedAt,
      expiresAt: new Date(Date.parse(askedAt) + ASKED_FOR_MS).toISOString(),
    };
    asked.set(origin, question);
    // Drops the oldest question: the page in use asked last, and a dropped page asks again at its
    // next call.
    for (const [oldest] of asked) if (asked.size > QUESTIONS_AT_ONCE) asked.delete(oldest);
    inTransaction(deps, () =>
      recordFact(deps, {
        topic: "pairing.asked",
        organizationID: null,
        subjectID: question.id,
        payload: { origin },
      }),
    );
  };
  return {
    ask,
    list() {
      dropExpired();
      return [...asked.values()];
    },
    refuse({ origin, expiresAt }) {
      if (refused.size < REFUSED_KEPT) refused.set(origin, expiresAt);
    },
    close: ({ origin }) => void asked.delete(origin),
  };
}

/** Returns whether this station served the page from the address that the page now calls. */
function isOwnPage(request: FastifyRequest, origin: string): boolean {
  return origin === `${request.protocol}://${request.headers.host ?? ""}`;
}

function isPreflight(request: FastifyRequest): boolean {
  return (
    request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined
  );
}

/**
 * Returns whether the call has a token. Only a page that was once allowed sends a token without a
 * new preflight, because its browser caches the preflight's answer for `MAX_AGE_S` seconds. After
 * the permission is revoked, a call with a token can therefore come without a preflight.
 */
function holdsToken(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined;
}

function allow(reply: FastifyReply, origin: string): void {
  void reply
    .header("Access-Control-Allow-Origin", origin)
    .header("Access-Control-Expose-Headers", ANSWER_HEADERS);
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply
    .header("Access-Control-Allow-Methods", METHODS)
    .header("Access-Control-Allow-Headers", REQUEST_HEADERS)
    .header("Access-Control-Max-Age", String(MAX_AGE_S));
  if (request.headers["access-control-request-private-network"] === "true")
    void reply.header("Access-Control-Allow-Private-Network", "true");
  return reply.code(204).send();
}
