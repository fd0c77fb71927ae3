import type { AppContext } from '#server/feature.ts'
import type { Resources } from '#server/resource/resource.ts'

/** What an import needs of the program, which runs as a server or as a command. */
export type ImportContext = Pick<
  AppContext,
  'config' | 'database' | 'entities' | 'pathOwner' | 'pagePaths' | 'fetchOutside'
> & { resources: Resources }
