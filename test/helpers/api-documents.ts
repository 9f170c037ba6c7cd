/** Runs once before all tests: the documents that stations serve are those of this code. */
export { writeApiDocuments as setup } from "../../electron/scripts/write-api-documents.mjs";
