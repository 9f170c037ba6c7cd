/** Runs once before all tests and writes the API documents of this code, which stations serve. */
export { writeApiDocuments as setup } from "../../electron/scripts/write-api-documents.mjs";
