import type { FastifyRequest } from 'fastify'

const withoutNul = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value)

/**
 * Replaces NUL in the parts of an address and in its query, as browsers replace it in HTML. PostgreSQL refuses a query about a text with NUL;
 * no id, no slug and no text holds the replacement, so the call is answered like one for an unknown record.
 */
export async function replaceNul(request: FastifyRequest): Promise<void> {
  for (const values of [request.params, request.query] as Record<string, unknown>[])
    for (const [name, value] of Object.entries(values))
      values[name] = Array.isArray(value) ? value.map(withoutNul) : withoutNul(value)
}

/**
 * Removes unpaired surrogates from the texts of a body, which JSON can write as `"\ud800"`: no database stores them, and an address cannot
 * hold them. It changes the body itself. A loop walks it, since a deeply nested body would exhaust the stack of a recursion.
 */
export function mendTexts(body: unknown): unknown {
  const whole = { body }
  const held: object[] = [whole]
  for (let holder = held.pop(); holder; holder = held.pop())
    for (const [name, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) held.push(value)
      else if (typeof value === 'string' && !value.isWellFormed())
        (holder as Record<string, unknown>)[name] = value.replace(/\p{Surrogate}/gu, '')
    }
  return whole.body
}
