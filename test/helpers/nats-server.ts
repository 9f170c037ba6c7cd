/**
 * A nats-server that an organization runs without a hub, with any configuration.
 */
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createAccount, createOperator, createUser } from "@nats-io/nkeys";
import { onTestFinished } from "vitest";
import { findNatsServer } from "../../electron/scripts/nats-server.mjs";
import { temporaryFolder } from "./folders.ts";
import { freePort } from "./free-port.ts";
import { eventually } from "./station.ts";

/** Starts a server on a free port and stops it after the test. @returns The port. */
export async function startNatsServer(config: object): Promise<number> {
  return (await startServer(config)).port;
}

/**
 * Starts a server, stopped after the test. `reload` gives it another configuration, as its operator
 * does.
 */
export async function startServer(
  config: object,
): Promise<{ readonly port: number; readonly pid: number; reload(changed: object): void }> {
  const port = await freePort();
  const folder = temporaryFolder();
  const file = join(folder, "nats.conf");
  const write = (what: object): void =>
    writeFileSync(
      file,
      JSON.stringify({
        host: "127.0.0.1",
        port,
        jetstream: { store_dir: join(folder, "store") },
        ...what,
      }),
    );
  write(config);
  const child = spawn(findNatsServer() ?? "", ["-c", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  await eventually("the server listens", () => {
    if (child.exitCode !== null) throw new Error(err);
    return new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  });
  return {
    port,
    pid: child.pid ?? 0,
    reload(changed) {
      write(changed);
      child.kill("SIGHUP");
    },
  };
}

/** A user of an account: its name, its key, and the text of its .creds file. */
type ServerUser = { readonly name: string; readonly key: string; readonly credentials: string };

/**
 * Creates an operator, one account and its users.
 * @returns `config`: the server's configuration. `credentials`: the .creds file of the first user.
 *   `without`: creates a configuration in which the users with these keys are revoked.
 */
export function ownOperator(): {
  readonly config: object;
  readonly credentials: string;
  readonly account: string;
  addUser(name: string): ServerUser;
  without(...keys: string[]): object;
} {
  const [operator, account, system] = [createOperator(), createAccount(), createAccount()];
  const limits = {
    mem_storage: -1,
    disk_storage: -1,
    streams: -1,
    consumer: -1,
    subs: -1,
    data: -1,
    payload: -1,
    imports: -1,
    exports: -1,
    wildcards: true,
    conn: -1,
    leaf: -1,
  };
  const operatorJwt = jwt(operator, operator.getPublicKey(), "operator", {
    type: "operator",
    version: 2,
    system_account: system.getPublicKey(),
  });
  const accountJwt = (revoked: readonly string[]): string =>
    jwt(operator, account.getPublicKey(), "account", {
      type: "account",
      version: 2,
      limits,
      revocations: Object.fromEntries(revoked.map((key) => [key, Math.floor(Date.now() / 1_000)])),
    });
  const systemJwt = jwt(operator, system.getPublicKey(), "system", {
    type: "account",
    version: 2,
    limits: { ...limits, mem_storage: 0, disk_storage: 0, streams: 0, consumer: 0 },
  });
  const addUser = (name: string): ServerUser => {
    const user = createUser();
    const userJwt = jwt(account, user.getPublicKey(), name, {
      type: "user",
      version: 2,
      subs: -1,
      data: -1,
      payload: -1,
    });
    const seed = new TextDecoder().decode(user.getSeed());
    return {
      name,
      key: user.getPublicKey(),
      credentials: `-----BEGIN NATS USER JWT-----\n${userJwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
    };
  };
  const without = (...keys: string[]): object => ({
    operator: operatorJwt,
    system_account: system.getPublicKey(),
    resolver: "MEMORY",
    resolver_preload: {
      [account.getPublicKey()]: accountJwt(keys),
      [system.getPublicKey()]: systemJwt,
    },
  });
  return {
    config: without(),
    credentials: addUser("user").credentials,
    account: account.getPublicKey(),
    addUser,
    without,
  };
}

function jwt(
  issuer: ReturnType<typeof createUser>,
  subject: string,
  name: string,
  nats: object,
): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    jti: createHash("sha256").update(subject).digest("hex"),
    iat: Math.floor(Date.now() / 1_000),
    iss: issuer.getPublicKey(),
    name,
    sub: subject,
    nats,
  };
  const text = `${part({ typ: "JWT", alg: "ed25519-nkey" })}.${part(claims)}`;
  return `${text}.${Buffer.from(issuer.sign(new TextEncoder().encode(text))).toString("base64url")}`;
}
