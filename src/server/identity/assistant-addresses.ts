/** The call that assistants make, and below `/api` the only one that takes their secrets. */
export const mcpPath = '/api/mcp'

/** The well-known address of a protected resource; that of `/api/mcp` continues it (RFC 9728). */
export const resourcePath = '/.well-known/oauth-protected-resource'

/** The whole address that people give their assistant. */
export const mcpAddress = ({ publicUrl }: { publicUrl: string }): string => publicUrl + mcpPath

/**
 * The `WWW-Authenticate` of a refused assistant. It tells where to learn how to connect, which an assistant without a secret does next.
 * @param isRefused whether it has sent a secret that does not work (any more)
 */
export const challengeOf = ({ publicUrl }: { publicUrl: string }, isRefused: boolean): string =>
  `Bearer ${isRefused ? 'error="invalid_token", ' : ''}resource_metadata="${publicUrl}${resourcePath}${mcpPath}"`
