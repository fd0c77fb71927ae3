import type { ConvertedText, SourceReader, TextFacts } from '../ground/source.ts'
import type { SourceKind } from '../ground/transfer.contract.ts'
import { sourceReaders } from './readers.ts'
import { convertText } from './text/convert.server.ts'

/** How exports are read and their texts converted. */
export type Sources = {
  readers: SourceReader[]
  convert(kind: SourceKind, text: string, facts: TextFacts, signal: AbortSignal): Promise<ConvertedText>
}

/** Those of this program. Tests have others. */
export const sources: Sources = { readers: sourceReaders, convert: convertText }
