import type { Config } from '#server/config/config.ts'

type Site = Pick<Config, 'publicUrl'>

/** The call that assistants make. */
export const mcpPath = '/api/mcp'

/** The address that people give their assistant. */
export const mcpAddress = ({ publicUrl }: Site): string => publicUrl + mcpPath

/** Whether a resource that an assistant names (RFC 8707) is this site's, which has one for assistants. */
export function isOurs(site: Site, resource: string | undefined): boolean {
  if (resource === undefined) return true
  return [mcpAddress(site), site.publicUrl].some((own) => resource === own || resource === `${own}/`)
}
