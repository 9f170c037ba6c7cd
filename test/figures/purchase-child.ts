/**
 * Prints the figures of a purchase, as one JSON object. A process of its own: the test runner's
 * changes of the code would count.
 */
import { purchaseFigures } from "./purchase.ts";

process.stdout.write(JSON.stringify(await purchaseFigures()));
