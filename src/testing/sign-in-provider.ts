import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import type { Grant, Provider } from 'oidc-provider'

/** A person at the provider. */
export type Account = { email: string; email_verified: boolean }

/** A real OpenID Connect provider on this machine, at which everybody signs in without a password. */
export type SignInProvider = {
  issuer: string
  /** Who signs in next; null is somebody who refuses to. */
  person: Account | null
  /** Whether it answers at all. */
  works: boolean
  /** Whether it puts the address into the ID token; otherwise it has to be asked for. */
  emailInToken: boolean
  close(): Promise<void>
}

export const clientOfTests = { clientId: 'atrium', clientSecret: 'a secret of the tests alone' }

/** @param redirectUri the only address to which it sends people back */
export async function startSignInProvider(redirectUri: string, port = 0): Promise<SignInProvider> {
  let callback: ReturnType<Provider['callback']> = () => {}
  const server = createServer((request, response) => {
    if (!site.works) return request.socket.destroy()
    callback(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const site: SignInProvider = {
    issuer: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    person: null,
    works: true,
    emailInToken: false,
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
  const configurationOf = (emailInToken: boolean) => ({
    clients: [
      { client_id: clientOfTests.clientId, client_secret: clientOfTests.clientSecret, redirect_uris: [redirectUri] },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of the tests alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !emailInToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    // An account is named by what it says of itself.
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
  const [plain, withEmail] = await withoutWarnings(async () => {
    const { Provider } = await import('oidc-provider')
    const open = (emailInToken: boolean) => new Provider(site.issuer, configurationOf(emailInToken))
    return [open(false), open(true)] as const
  })
  callback = (request, response) => {
    const provider = site.emailInToken ? withEmail : plain
    if (request.url !== '/interaction') return provider.callback()(request, response)
    const result = site.person
      ? { login: { accountId: Buffer.from(JSON.stringify(site.person)).toString('base64url'), remember: false } }
      : { error: 'access_denied' }
    provider.interactionFinished(request, response, result)
  }
  return site
}

/** The library warns of a Node without long-term support, and of what is only for tests. */
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
