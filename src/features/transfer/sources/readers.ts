import type { SourceReader } from '../ground/source.ts'
import { markdownReader } from './markdown/read-markdown.server.ts'

/** The readers of exports, in the order in which they are asked. Each program is a folder here, with a reader and a text reader. */
export const sourceReaders: SourceReader[] = [markdownReader]
