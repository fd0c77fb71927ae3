import { createHash, randomBytes } from 'node:crypto'
import { callAs } from './staff-calls.ts'
import type { SignedIn, TestApp } from './start-app.ts'

/** The public address of a site under test, which listens at another one: as behind a proxy. */
export const publicUrl = 'https://www.example.com'

/** Fetches from the site under test by its public address. */
export const fetchFrom =
  (site: Pick<TestApp, 'get'>): typeof fetch =>
  (input, init) => {
    const url = new URL(String(input))
    if (url.origin !== publicUrl) throw new Error(`${url.href} is not on the site`)
    const headers = Object.fromEntries(new Headers(init?.headers))
    return site.get(url.pathname + url.search, { ...init, headers })
  }

export const redirectUri = 'http://127.0.0.1:33418/callback'

export function createChallenge() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

type Fields = Record<string, string | undefined>
const given = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** The calls of an assistant, one for each step. A field that is undefined is left out. */
export function assistantAt(site: TestApp) {
  const form = (path: string, fields: Fields | string) =>
    site.get(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: typeof fields === 'string' ? fields : String(new URLSearchParams(given(fields))),
    })
  const register = (fields: object = {}) =>
    site.post('/api/oauth/register', { client_name: 'Claude', redirect_uris: [redirectUri], ...fields })
  const token = (fields: Fields | string) => form('/api/oauth/token', fields)
  return {
    register,
    token,
    revoke: (fields: Fields) => form('/api/oauth/revoke', fields),
    read: (staff: SignedIn, query: Fields) =>
      callAs(site, staff)('GET', `/api/oauth/request?${new URLSearchParams(given(query))}`),
    approve: (staff: SignedIn, query: Fields & { permissions?: never }, permissions: string[]) =>
      callAs(site, staff)('POST', '/api/oauth/approve', { ...given(query), permissions }),

    /** A registered assistant, with the parameters of its request. */
    async ready(fields: object = {}) {
      const { client_id } = await (await register(fields)).json()
      const { verifier, challenge } = createChallenge()
      const query: Fields = {
        client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state: 'kept "as" it was & so on',
      }
      return { client_id, verifier, query }
    },

    /** A code that a member of staff has allowed, with the fields that exchange it. */
    async allowed(staff: SignedIn, permissions = ['staff', 'writeContent'], fields: object = {}) {
      const { client_id, verifier, query } = await this.ready(fields)
      const answer = await this.approve(staff, query, permissions)
      if (answer.status !== 200) throw new Error(await answer.text())
      const code = new URL((await answer.json()).redirect).searchParams.get('code') ?? ''
      const exchange: Fields = {
        grant_type: 'authorization_code',
        client_id,
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      }
      return { client_id, query, exchange }
    },

    /** A connected assistant with its secrets. */
    async connected(staff: SignedIn, permissions = ['staff', 'writeContent'], fields: object = {}) {
      const { client_id, exchange } = await this.allowed(staff, permissions, fields)
      const answer = await token(exchange)
      if (answer.status !== 200) throw new Error(await answer.text())
      const { access_token, refresh_token } = (await answer.json()) as { access_token: string; refresh_token: string }
      const refresh = (secret: string, more: Fields = {}) =>
        token({ grant_type: 'refresh_token', client_id, refresh_token: secret, ...more })
      return { client_id, access: access_token, secret: refresh_token, refresh }
    },
  }
}
