/** A ZPL printer on a real socket whose behaviour the test decides. */
import { createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import {
  behaviourSchema,
  hostStatusAnswer,
} from "../../../../core/printing/simulator/behaviour.ts";

export const IDLE = hostStatusAnswer(behaviourSchema.parse({ mode: "ok" }), 0, false, 1_200);
export const PAPER_OUT = hostStatusAnswer(
  behaviourSchema.parse({ mode: "paper out" }),
  0,
  false,
  1_200,
);
export const meters = (inches: number): string =>
  `\r\n\r\n  PRINT METERS                              \r\n     TOTAL NONRESETTABLE:        ${inches} "    \r\n     USER RESETTABLE CNTR1:      ${inches} "    \r\n`;
export const identity = (model: string, dotsPerMm = 8): string =>
  `\u0002${model},V75.20.01Z,${dotsPerMm},8176KB,\u0003\r\n`;

export type ZplSocket = {
  readonly port: number;
  readonly labels: string[];
  /** Each query, and the time at which it arrived, ms. */
  readonly asked: { readonly what: string; readonly at: number }[];
  /** Number of open connections, and their maximum. */
  readonly open: () => number;
  readonly most: () => number;
};

type Manners = {
  /** @returns The answer to ~HS, ~HI, ~HQOD or an SGD query; undefined for none. */
  readonly answer: (question: string, labels: number) => string | undefined;
  /** Called after each label. */
  readonly onLabel?: (socket: Socket, label: string) => void;
  /** Bytes per second that the printer accepts. */
  readonly bytesPerSecond?: number;
};

const QUESTION = /\^XA.*?\^XZ|~HS|~HI|~HQOD|! U1 getvar "[^"]*"/s;

export async function aZplSocket({ answer, onLabel, bytesPerSecond }: Manners): Promise<ZplSocket> {
  const labels: string[] = [];
  const asked: { what: string; at: number }[] = [];
  const sockets = new Set<Socket>();
  let most = 0;
  const server = createServer(
    { allowHalfOpen: true, ...(bytesPerSecond === undefined ? {} : { highWaterMark: 64 }) },
    (socket) => {
      sockets.add(socket);
      most = Math.max(most, sockets.size);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => undefined);
      socket.on("end", () => socket.end());
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
        for (let found = QUESTION.exec(text); found !== null; found = QUESTION.exec(text)) {
          text = text.slice(found.index + found[0].length);
          if (found[0].startsWith("^XA")) {
            labels.push(found[0]);
            onLabel?.(socket, found[0]);
            continue;
          }
          asked.push({ what: found[0], at: performance.now() });
          const words = answer(found[0], labels.length);
          if (words !== undefined && socket.writable) socket.write(Buffer.from(words, "latin1"));
        }
        if (bytesPerSecond === undefined) return;
        socket.pause();
        setTimeout(() => socket.resume(), (chunk.length / bytesPerSecond) * 1_000);
      });
    },
  );
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    labels,
    asked,
    open: () => sockets.size,
    most: () => most,
  };
}
