export function siteEnvironment(port: number, dataDir: string): Record<string, string>
