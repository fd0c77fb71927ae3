import type { SourceReader } from '../ground/source.ts'
import type { SourceKind } from '../ground/transfer.contract.ts'

/** A server that imports nothing loads no reader and no parser. */
const readerOf = (kind: SourceKind, load: () => Promise<SourceReader>): SourceReader => ({
  kind,
  recognises: async (files) => (await load()).recognises(files),
  async *read(files, signal) {
    yield* (await load()).read(files, signal)
  },
})

/** The readers of exports, in the order in which they are asked. Each program is a folder here, with a reader and a text reader. */
export const sourceReaders: SourceReader[] = [
  readerOf('atrium', async () => (await import('./atrium/read-atrium.server.ts')).atriumReader),
  readerOf('wordpress', async () => (await import('./wordpress/read-wordpress.server.ts')).wordpressReader),
  readerOf('ghost', async () => (await import('./ghost/read-ghost.server.ts')).ghostReader),
  readerOf('markdown', async () => (await import('./markdown/read-markdown.server.ts')).markdownReader),
]
