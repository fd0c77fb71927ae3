import type { FastifyServerOptions } from 'fastify'

/** An error's own fields stay out of the log: a database's may quote the row, a mail server's the recipient. */
type Failure = Error & { code?: unknown }
type ErrorLine = { type: string; message: string; stack: string; code?: unknown; cause?: ErrorLine }

/** A request without the query and the visitor's address; a path may be as long as somebody likes. */
const describeRequest = ({ method, url }: { method: string; url: string }) => ({
  method,
  path: url.replace(/[?#].*$/s, '').slice(0, 200),
})

const describeError = ({ name, message, stack = '', code, cause }: Failure, depth = 0): ErrorLine => ({
  type: name,
  message,
  stack,
  ...(code !== undefined && { code }),
  ...(cause instanceof Error && depth < 3 && { cause: describeError(cause, depth + 1) }),
})

/** Every repetition is bounded, so that a long line of hostile text takes no longer than its length. */
const secrets: [RegExp, string][] = [
  // The query of an address: words of a search, and the tokens of links in messages.
  [/(?<=[^\s"])\?[^\s"\\]+/g, '?[removed]'],
  [/\bBearer +[^\s"\\]+/gi, 'Bearer [removed]'],
  // What `signLink` writes, and a JSON Web Token.
  [/(?<![\w-])[\w-]{1,100}\.[0-9a-z]{1,12}\.[\w-]{22}(?![\w-])/g, '[token]'],
  [/\beyJ[\w-]{1,4000}\.[\w-]{1,4000}\.[\w-]{0,4000}/g, '[token]'],
  // An e-mail address, as it is or as an address of the web writes it.
  [/[^\s"\\<>()[\],:;/?&=@]{1,64}(?:@|%40)[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){0,8}/gu, '[address]'],
]

/** One line of the log without anything that lets somebody in or says who somebody is. */
export const withoutSecrets = (line: string): string =>
  secrets.reduce((text, [pattern, word]) => text.replace(pattern, word), line)

/** The log: JSON lines on standard output, each looked over once more on its way out, whoever wrote it. */
export const logTo = (level: string): FastifyServerOptions['logger'] =>
  level !== 'silent' && {
    level,
    serializers: { req: describeRequest, err: (error: Failure) => describeError(error) },
    hooks: { streamWrite: withoutSecrets },
  }
