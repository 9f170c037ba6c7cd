/** Settings of the JavaScript engine that hold for a whole process, all its threads included. */
import { setFlagsFromString } from "node:v8";

/**
 * Switches the engine's middle compiler, Maglev, off; the lower and the optimizing one stay. Called before the first thread is
 * started.
 *
 * A thread that ends, or whose loop is empty for a moment as while WebAssembly is compiled, waits in Node for all compilations
 * of the process (nodejs/node#54918). One of Maglev may itself be waiting for that thread, to collect garbage: then neither
 * goes on, no later thread gets through its start, and the process does not end. Labels stayed QUEUED by it.
 */
export function avoidCompilerDeadlock(): void {
  setFlagsFromString("--no-maglev");
}
