/** Ports of the simulated scale: a network port, or a pseudo terminal that is like a serial port. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** `tcp`: port 0 is any free port. `pty`: `link` is a path that leads to the pseudo terminal. */
export type At =
  | { readonly kind: "tcp"; readonly port: number }
  | { readonly kind: "pty"; readonly link?: string };

export type OpenPort = {
  readonly address: string;
  /** Sends bytes to each program that has opened the port. */
  write(bytes: Uint8Array): void;
  close(): Promise<void>;
};

/**
 * Opens a port.
 *
 * @param onAsked Called for each line that the station sends.
 * @throws Error when the port is taken, or socat is missing.
 */
export function openPort(at: At, onAsked: () => void): Promise<OpenPort> {
  return at.kind === "tcp" ? openTcpPort(at.port, onAsked) : openPty(at.link, onAsked);
}

async function openTcpPort(port: number, onAsked: () => void): Promise<OpenPort> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("data", (bytes) => asks(bytes, onAsked));
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const address = `tcp://127.0.0.1:${typeof bound === "object" ? bound?.port : port}`;
  return {
    address,
    write: (bytes) => sockets.forEach((socket) => socket.write(bytes)),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

/** Opens a pseudo terminal by the program socat, which Node cannot do by itself. */
async function openPty(link: string | undefined, onAsked: () => void): Promise<OpenPort> {
  const pty = `PTY,raw,echo=0${link === undefined ? "" : `,link=${link}`}`;
  const child = spawn("socat", ["-d", "-d", pty, "STDIO"], { stdio: "pipe" });
  const ended = once(child, "exit").catch(() => {});
  let words = "";
  const address = await new Promise<string>((resolve, reject) => {
    child.once("error", () =>
      reject(new Error("A pseudo terminal needs the program socat: apt-get install socat")),
    );
    child.once("exit", () => reject(new Error(`socat has ended: ${words}`)));
    child.stderr.on("data", (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-2_000);
      const [, path] = /PTY is (\S+)/.exec(words) ?? [];
      if (path !== undefined) resolve(path);
    });
  });
  child.stdout.on("data", (bytes: Buffer) => asks(bytes, onAsked));
  child.stdin.on("error", () => {});
  return {
    address,
    write: (bytes) => void child.stdin.write(bytes),
    async close() {
      // On this signal socat removes its link.
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function asks(bytes: Uint8Array, onAsked: () => void): void {
  if (bytes.includes(13) || bytes.includes(10)) onAsked();
}
