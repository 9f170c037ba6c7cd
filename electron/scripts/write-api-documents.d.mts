export function writeApiDocuments(): Promise<void>;
