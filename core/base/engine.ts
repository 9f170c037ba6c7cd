/** Settings of the JavaScript engine for a whole process with all its threads. */
import { setFlagsFromString } from "node:v8";

/**
 * Switches off the two compilers of the engine that may request garbage collection from a thread
 * while compiling concurrently: Maglev, and concurrent Sparkplug. The interpreter and the
 * optimizing compiler stay on. Must be called before the first thread is started.
 *
 * A thread that ends, or whose loop is empty for a moment (as while WebAssembly is compiled), waits
 * in Node for all compilations of the process (nodejs/node#54918). A compilation that waits for
 * that thread's garbage collection never ends: later threads never finish starting, labels stay
 * QUEUED, and the process does not end. Seen with a debugger in the labels' thread: V8's
 * ConcurrentBaselineCompiler in CollectionBarrier::AwaitCollectionBackground.
 */
export function avoidCompilerDeadlock(): void {
  setFlagsFromString("--no-maglev");
  setFlagsFromString("--no-concurrent-sparkplug");
}
