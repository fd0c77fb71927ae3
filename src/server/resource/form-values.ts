import type * as z from 'zod/mini'

/** The texts of a form, each field as often as it was sent. */
export type FormValues = Record<string, string[]>

/** How a script's `undefined`, `null` and objects look once they went through a form. */
const nothing = ['undefined', 'null', '[object Object]']

/**
 * What a form's texts mean to a contract: `'false'` is false, a blank number is 0, a list is JSON (or a field sent several times). What
 * means nothing stays a text, for the contract to refuse. Fields that the contract does not know are left out.
 */
export function valuesOfForm(contract: z.ZodMiniObject, form: FormValues): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(contract.shape)) {
    const sent = form[name]
    const last = sent?.at(-1)
    if (sent === undefined || last === undefined) continue
    const { type, optional } = kindOf(schema as z.ZodMiniType)
    if (optional && nothing.includes(last)) continue
    values[name] = type === 'array' ? listOf(sent) : meantBy(type, last)
  }
  return values
}

function meantBy(type: string, text: string): unknown {
  const word = text.trim().toLowerCase()
  if (type === 'boolean')
    return ['true', 'on', '1'].includes(word) ? true : ['false', 'off', '0', ''].includes(word) ? false : text
  if (type === 'number') return Number.isFinite(Number(word)) ? Number(word) : text
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

/** The kind of value inside what makes it optional. */
function kindOf(schema: z.ZodMiniType): { type: string; optional: boolean } {
  const def = schema._zod.def as { type: string; innerType?: z.ZodMiniType }
  if (!def.innerType) return { type: def.type, optional: false }
  return { type: kindOf(def.innerType).type, optional: true }
}
