import { Readable } from 'node:stream'
import type {
  ReadText,
  SourceEntry,
  SourceFiles,
  SourceReader,
  SourceRecord,
} from '#features/transfer/ground/source.ts'

/** The files of a source, from memory. */
export function sourceFiles(contents: Record<string, string | Uint8Array>, name = 'export'): SourceFiles {
  const files = Object.entries(contents)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, content]) => {
      const bytes = Buffer.from(content as string)
      return { path, size: bytes.length, open: async () => Readable.from([bytes]) }
    })
  return {
    name,
    async *list() {
      yield* files
    },
    find: async (path) => files.find((file) => file.path === path),
    async [Symbol.asyncDispose]() {},
  }
}

/** All entries that a reader finds. */
export const entriesIn = (
  reader: SourceReader,
  contents: Record<string, string | Uint8Array>,
): Promise<SourceEntry[]> => Array.fromAsync(reader.read(sourceFiles(contents), new AbortController().signal))

/** The entries of one kind. */
export const entriesOf = <I extends SourceEntry['is']>(entries: SourceEntry[], is: I) =>
  entries.filter((entry) => entry.is === is) as (I extends SourceRecord['is']
    ? SourceRecord
    : Extract<SourceEntry, { is: I }>)[]

/** HTML of a text reader, without the line ends between elements. */
export function htmlOf(read: ReadText): string {
  if (!('html' in read)) throw new Error('The text is no HTML.')
  return read.html
    .replace(/\s*\n\s*/g, '\n')
    .replace(/(?<=>)\n(?=<)|(?<=<br>)\n/g, '')
    .trim()
}
