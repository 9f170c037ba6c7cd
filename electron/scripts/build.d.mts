export function bundle(programs: Readonly<Record<string, string>>, dir: string): Promise<void>;
