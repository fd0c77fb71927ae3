import { sourceReaders } from '../sources/readers.ts'
import type { Sources } from './context.ts'

/** The readers of this program. Tests add their own to the list. */
export const sources: Sources = {
  readers: sourceReaders,
  convert: async (kind, text, facts, signal) => (await import('../sources/text/convert.server.ts')).convertText(kind, text, facts, signal),
}
