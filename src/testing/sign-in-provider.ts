import { createServer, type ServerResponse } from 'node:http'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload } from 'jose'
import type { Grant, Provider } from 'oidc-provider'

/** A person at the provider. */
export type Account = { email: string; email_verified: boolean }

/** A real OpenID Connect provider on this machine, at which everyone signs in without a password. */
export type SignInProvider = {
  issuer: string
  /** The next person to sign in; null refuses. */
  person: Account | null
  /** Whether it answers. */
  works: boolean
  /** Whether it puts the address into the ID token; otherwise it must be requested. */
  emailInToken: boolean
  /** Replaces the ID tokens of a provider that does not behave. @param claims those that the provider has put into one */
  forge: ((claims: JWTPayload, key: SigningKey) => string | Promise<string>) | null
  /** Whether it gives the answer to the last code again when it is asked a second time. */
  repeats: boolean
  /** Signs with another key from now on, and no longer publishes the former one. */
  changeKey(): Promise<void>
  close(): Promise<void>
}

type SigningKey = { kid: string; privateKey: CryptoKey }

export const clientOfTests = { clientId: 'atrium', clientSecret: 'a secret for tests only' }

/** @param redirectUri the only address to which it sends people back */
export async function startSignInProvider(redirectUri: string, port = 0): Promise<SignInProvider> {
  let callback: ReturnType<Provider['callback']> = () => {}
  let lastAnswer: string | undefined
  const server = createServer((request, response) => {
    if (!site.works) return request.socket.destroy()
    if (request.url === '/token') {
      if (site.repeats && lastAnswer) return response.setHeader('content-type', 'application/json').end(lastAnswer)
      changeAnswer(response, async ({ id_token, ...answer }) => {
        const token = await (site.forge?.(decodeJwt(id_token), key) ?? id_token)
        const changed = JSON.stringify({ ...answer, id_token: token })
        if (site.repeats) lastAnswer = changed
        return changed
      })
    }
    callback(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const site: SignInProvider = {
    issuer: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    person: null,
    works: true,
    emailInToken: false,
    forge: null,
    repeats: false,
    async changeKey() {
      key = await makeKey()
      providers = await openProviders()
    },
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
  let key = await makeKey()
  const configurationOf = async (emailInToken: boolean) => ({
    clients: [
      { client_id: clientOfTests.clientId, client_secret: clientOfTests.clientSecret, redirect_uris: [redirectUri] },
    ],
    jwks: { keys: [{ ...(await exportJWK(key.privateKey)), kid: key.kid, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of the tests alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !emailInToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    // An account is named by its claims.
    findAccount: (_context: object, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...JSON.parse(Buffer.from(id, 'base64url').toString()) }),
    }),
    async loadExistingGrant({ oidc: { provider, session, client } }: GrantContext) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const openProviders = () =>
    withoutWarnings(async () => {
      const { Provider } = await import('oidc-provider')
      const open = async (emailInToken: boolean) => new Provider(site.issuer, await configurationOf(emailInToken))
      return { plain: await open(false), withEmail: await open(true) }
    })
  let providers = await openProviders()
  callback = (request, response) => {
    const provider = site.emailInToken ? providers.withEmail : providers.plain
    if (request.url !== '/interaction') return provider.callback()(request, response)
    const result = site.person
      ? { login: { accountId: Buffer.from(JSON.stringify(site.person)).toString('base64url'), remember: false } }
      : { error: 'access_denied' }
    provider.interactionFinished(request, response, result)
  }
  return site
}

let keys = 0
const makeKey = async (): Promise<SigningKey> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid: `key-${++keys}`, privateKey }
}

/** Changes an answer that is about to be sent. An error has no ID token, and stays as it is. */
function changeAnswer(response: ServerResponse, change: (answer: { id_token: string }) => Promise<string>) {
  const end = response.end.bind(response)
  response.end = ((body: string | Buffer) => {
    if (response.statusCode !== 200) return end(body)
    change(JSON.parse(String(body))).then((changed) => {
      response.setHeader('content-length', Buffer.byteLength(changed))
      end(changed)
    })
    return response
  }) as ServerResponse['end']
}

/** The library warns of a Node without long-term support, and of features only for tests. */
async function withoutWarnings<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = () => {}
  try {
    return await work()
  } finally {
    console.warn = warn
  }
}

type GrantContext = {
  oidc: { provider: { Grant: typeof Grant }; session: { accountId: string }; client: { clientId: string } }
}
