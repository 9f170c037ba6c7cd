/**
 * The process that drives one device, or lists the devices of this computer. A driver that blocks
 * or crashes affects this process alone; `keep-process.ts` ends it then. The entry of the process.
 */
import { toDeviceSchema, type FromDevice } from "./device-protocol.ts";
import { listHid, loadHid } from "./drivers/hid.ts";
import { runDevice } from "./drivers/run-device.ts";
import { listSerial } from "./drivers/serial.ts";

/** Port of a process that Electron started; Node's processes have `process.send`. */
type ParentPort = {
  postMessage(message: unknown): void;
  on(event: "message", listener: (event: { readonly data: unknown }) => void): void;
};
const parentPort: ParentPort | undefined = Reflect.get(process, "parentPort");

const send = (message: FromDevice): void =>
  void (parentPort === undefined ? process.send?.(message) : parentPort.postMessage(message));
let stop: () => void = () => {};

function receive(message: unknown): void {
  const parsed = toDeviceSchema.parse(message);
  if (parsed.type === "ping") return send({ type: "pong" });
  if (parsed.type === "list") return void list();
  stop();
  stop = runDevice(parsed.device, { times: parsed.times, send, hid: loadHid });
}

async function list(): Promise<void> {
  const found = await Promise.allSettled([
    Promise.resolve().then(() => listHid(loadHid())),
    listSerial(),
  ]);
  send({
    isWhole: found.every(({ status }) => status === "fulfilled"),
    type: "listed",
    list: found.flatMap((one) => (one.status === "fulfilled" ? one.value : [])).slice(0, 200),
  });
}

if (parentPort === undefined) {
  process.on("message", receive);
  // The core has ended, so nobody reads the device any more.
  process.on("disconnect", () => process.exit(0));
} else parentPort.on("message", ({ data }) => receive(data));
send({ type: "ready" });
