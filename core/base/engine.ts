/** Settings of the JavaScript engine that hold for a whole process, all its threads included. */
import { setFlagsFromString } from "node:v8";

/**
 * Switches off the engine's two compilers that may ask a thread to collect garbage while they work
 * beside it: Maglev, and Sparkplug's work beside the thread (it works in the thread then). The
 * interpreter and the optimizing compiler stay. Called before the first thread is started.
 *
 * A thread that ends, or whose loop is empty for a moment as while WebAssembly is compiled, waits
 * in Node for all compilations of the process (nodejs/node#54918). One that waits for that thread's
 * garbage collection never ends: no later thread gets through its start, labels stay QUEUED, and
 * the process does not end. Seen with a debugger in the thread of the labels: V8's
 * ConcurrentBaselineCompiler in CollectionBarrier::AwaitCollectionBackground.
 */
export function avoidCompilerDeadlock(): void {
  setFlagsFromString("--no-maglev");
  setFlagsFromString("--no-concurrent-sparkplug");
}
