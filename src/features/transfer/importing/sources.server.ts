import { sourceReaders } from '../sources/readers.ts'
import { convertText } from '../sources/text/convert.server.ts'
import type { Sources } from './context.ts'

/** The readers of this program. Tests have others. */
export const sources: Sources = { readers: sourceReaders, convert: convertText }
