import { decoded } from '#contract/addresses.ts'

/** `server` and `database` name it for the operator, without the password. */
type PostgresAddress = { server: string; database: string; query: URLSearchParams }

/** Before a path, a name without a host, as the address of a socket has it: `postgres://atrium@/atrium?host=/run/postgresql`. */
const nameWithoutHost = /^(postgres(?:ql)?:\/\/[^/?#]*@)(?=\/)/

function parse(text: string) {
  const url = URL.parse(text.replace(nameWithoutHost, '$1socket'))
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return null
  const host = url.searchParams.get('host') || (nameWithoutHost.test(text) ? '' : decoded(url.hostname))
  return host === '' ? null : { url, host }
}

/** Reads an address in which `postgresMistakeIn` finds no mistake. */
export function readPostgresAddress(text: string): PostgresAddress {
  const { url, host = 'localhost' } = parse(text) ?? {}
  const port = url?.searchParams.get('port') || url?.port || '5432'
  return {
    server: host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`,
    database: decoded(url?.pathname.slice(1) ?? ''),
    query: url?.searchParams ?? new URLSearchParams(),
  }
}

export const encodingAdvice = 'the characters @ : / ? # and % of a password are written %40 %3A %2F %3F %23 and %25'

/** The mistake in the address of a PostgreSQL database. A password that is not encoded ends the part with the host too early. */
export function postgresMistakeIn(text: string): string | undefined {
  const { url } = parse(text) ?? {}
  const isCut = url
    ? url.hash !== '' || url.pathname.includes('@') || (url.pathname === '' && url.search.includes('@'))
    : /^postgres(ql)?:\/\/.*[^/]@[^/]/s.test(text)
  if (isCut) return `has a password that is not encoded: ${encodingAdvice}`
  return url ? undefined : 'must be an address such as postgres://user:password@host:5432/name'
}
