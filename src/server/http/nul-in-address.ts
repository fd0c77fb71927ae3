import type { FastifyRequest } from 'fastify'

/**
 * Replaces NUL in the parts of an address, as browsers replace it in HTML. PostgreSQL refuses a query about a text with NUL; no id and no
 * slug holds the replacement, so the call is answered like any other whose address names nothing.
 */
export async function replaceNul(request: FastifyRequest): Promise<void> {
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) params[name] = value.replaceAll('\0', '\uFFFD')
}
