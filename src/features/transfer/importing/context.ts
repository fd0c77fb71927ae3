import type { AppContext } from '#server/feature.ts'
import type { Resources } from '#server/resource/resource.ts'
import type { ConvertedText, SourceReader, TextFacts } from '../ground/source.ts'
import type { SourceKind } from '../ground/transfer.contract.ts'

/** How exports are read and their texts converted. Tests have others. */
export type Sources = {
  readers: SourceReader[]
  convert(kind: SourceKind, text: string, facts: TextFacts, signal: AbortSignal): Promise<ConvertedText>
}

/** What an import needs of the program, which runs as a server or as a command. */
export type ImportContext = Pick<
  AppContext,
  'config' | 'database' | 'entities' | 'pathOwner' | 'pagePaths' | 'fetchOutside'
> & { resources: Resources }
