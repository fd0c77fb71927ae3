import type { SourceReader } from '../ground/source.ts'
import { atriumReader } from './atrium/read-atrium.server.ts'
import { ghostReader } from './ghost/read-ghost.server.ts'
import { markdownReader } from './markdown/read-markdown.server.ts'
import { wordpressReader } from './wordpress/read-wordpress.server.ts'

/** The readers of exports, in the order in which they are asked. Each program is a folder here, with a reader and a text reader. */
export const sourceReaders: SourceReader[] = [atriumReader, wordpressReader, ghostReader, markdownReader]
