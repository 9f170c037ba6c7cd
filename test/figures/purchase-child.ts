/**
 * Prints the figures of a purchase as one JSON object. A separate process, because the test runner
 * changes the code that it loads, and that would be counted.
 */
import { purchaseFigures } from "./purchase.ts";

process.stdout.write(JSON.stringify(await purchaseFigures()));
