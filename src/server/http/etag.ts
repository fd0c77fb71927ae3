import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The weak ETag of a response, for all its encodings. */
export const etagOf = (content: string | Buffer) =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** Whether the client has the response with this ETag. The comparison is weak, since a proxy may have removed the `W/`. */
export const isNotModified = (headers: IncomingHttpHeaders, etag: string) =>
  headers['if-none-match']?.includes(etag.slice(2)) === true
