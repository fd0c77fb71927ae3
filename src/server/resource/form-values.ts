import type * as z from 'zod/mini'

/** The values of a form's fields; a field may be sent several times. */
export type FormValues = Record<string, string[]>

/** How `undefined`, `null` and objects look when a script appends them to a form. */
const nothing = ['undefined', 'null', '[object Object]']

/**
 * Converts a form's texts to the types of a contract: `'false'` becomes false, a blank number 0, and a list is JSON or a field sent several
 * times. A text that cannot be converted stays a text, which the contract refuses. Unknown fields are dropped.
 */
export function valuesOfForm(contract: z.ZodMiniObject, form: FormValues): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(contract.shape)) {
    const sent = form[name]
    const last = sent?.at(-1)
    if (sent === undefined || last === undefined) continue
    const { type, optional } = kindOf(schema as z.ZodMiniType)
    if (optional && nothing.includes(last)) continue
    values[name] = type === 'array' ? listOf(sent) : convert(type, last)
  }
  return values
}

function convert(type: string, text: string): unknown {
  const value = text.trim().toLowerCase()
  if (type === 'boolean')
    return ['true', 'on', '1'].includes(value) ? true : ['false', 'off', '0', ''].includes(value) ? false : text
  if (type === 'number') return Number.isFinite(Number(value)) ? Number(value) : text
  return text
}

function listOf(sent: string[]): unknown {
  if (sent.length > 1) return sent
  const [text = ''] = sent
  if (text.trim() === '') return []
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The type of a schema, without its optional wrapper. */
function kindOf(schema: z.ZodMiniType): { type: string; optional: boolean } {
  const def = schema._zod.def as { type: string; innerType?: z.ZodMiniType }
  if (!def.innerType) return { type: def.type, optional: false }
  return { type: kindOf(def.innerType).type, optional: true }
}
