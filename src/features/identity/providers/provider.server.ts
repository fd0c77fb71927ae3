import type { Configuration } from 'openid-client'
import * as z from 'zod/mini'
import { emailAddress } from '#contract/fields.ts'
import { confirmedFor, type ProviderRefusal } from '#contract/identity.ts'
import { isGoogle, type ProviderConfig } from '#server/config/config.ts'
import { clockSkew } from '#server/runtime/clock.ts'

/** How long the provider's metadata is cached, in milliseconds. */
const discoveryLifetime = 60 * 60 * 1000

/** How long one request to the provider may take, in seconds. */
const timeout = 10

export type Checks = { state: string; nonce: string; verifier: string }

/** The person, and the time of their sign-in at the provider (ISO 8601), if it is given. */
export type ProviderAnswer = { email: string; signedInAt: string | undefined }

/** Some providers send the flag as a text. */
const verifiedAddress = z.object({
  email: emailAddress(),
  email_verified: z.union([z.literal(true), z.literal('true')]),
})

/** A sign-in that the provider did not complete. Its message is for the operator. */
export class ProviderError extends Error {
  refusal: ProviderRefusal
  constructor(refusal: ProviderRefusal, message: string, options?: ErrorOptions) {
    super(message, options)
    this.refusal = refusal
  }
}

/** Signing in at an OpenID Connect provider, by the authorization code flow with PKCE. Its library is loaded by the first sign-in. */
export function openProvider(
  { issuer, clientId, clientSecret }: ProviderConfig,
  { redirectUri, domain }: { redirectUri: string; domain: string },
) {
  let discovered: { at: number; provider: ReturnType<typeof discover> } | undefined

  async function discover() {
    const library = await import('openid-client')
    const configuration = await library.discovery(
      new URL(issuer),
      clientId,
      undefined,
      // Providers that do not say how they expect the secret expect it in the header.
      (server, ...rest) =>
        server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
          ? library.ClientSecretPost(clientSecret)(server, ...rest)
          : library.ClientSecretBasic(clientSecret)(server, ...rest),
      {
        timeout,
        // The signature of the ID token is checked although it comes over TLS, which a proxy of the company may open.
        execute: [
          library.enableNonRepudiationChecks,
          ...(new URL(issuer).protocol === 'http:' ? [library.allowInsecureRequests] : []),
        ],
      },
    )
    return { library, configuration }
  }

  /** The provider's metadata. A failure is not cached, so the next sign-in tries again. @throws ProviderError */
  async function provider() {
    const now = performance.now()
    if (!discovered || now - discovered.at > discoveryLifetime) discovered = { at: now, provider: discover() }
    try {
      return await discovered.provider
    } catch (error) {
      discovered = undefined
      throw new ProviderError(
        'unreachable',
        `${issuer} could not be asked for its sign-in configuration: ${reasonOf(error)}`,
      )
    }
  }

  return {
    /**
     * The address at the provider at which a person signs in.
     * @param again whether they must sign in again even if they have a session there
     * @throws ProviderError
     */
    async addressFor({ state, nonce, verifier }: Checks, again = false): Promise<string> {
      const { library, configuration } = await provider()
      const address = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Google then only offers accounts of this domain; its answer is still checked.
        ...(isGoogle(issuer) && { hd: domain }),
        // Google refuses `login`, and does not send the time of a sign-in.
        ...(again && { max_age: '0', prompt: isGoogle(issuer) ? 'select_account' : 'login' }),
      })
      return address.href
    },

    /**
     * The person whom the provider has sent back, with the email address that it has verified.
     * @param query the query of the callback address
     * @param again whether they had to sign in there again, in the last ten minutes
     * @throws ProviderError
     */
    async answerOf(query: string, { state, nonce, verifier }: Checks, again = false): Promise<ProviderAnswer> {
      const { library, configuration } = await provider()
      const answer = await library
        .authorizationCodeGrant(configuration, new URL(`${redirectUri}${query}`), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
          ...(again && !isGoogle(issuer) && { maxAge: confirmedFor / 1_000 }),
        })
        .catch((error) => {
          throw error instanceof library.AuthorizationResponseError && error.error === 'access_denied'
            ? new ProviderError('cancelled', 'The person declined to sign in')
            : new ProviderError('ended', `The answer of ${issuer} was refused: ${reasonOf(error)}`)
        })
      const claims = answer.claims()
      if (claims && claims.iat * 1_000 > Date.now() + clockSkew)
        throw new ProviderError('ended', `The answer of ${issuer} was refused: it was issued in the future`)
      const person =
        claims?.['email'] === undefined ? await askFor(configuration, answer.access_token, claims?.sub) : claims
      const address = verifiedAddress.safeParse(person)
      if (!address.success) throw new ProviderError('unverified', `${issuer} has not verified the email address`)
      const signedInAt = claims?.auth_time === undefined ? undefined : new Date(claims.auth_time * 1_000).toISOString()
      return { email: address.data.email, signedInAt }
    },
  }

  /** Providers may leave the address out of the ID token. */
  async function askFor(configuration: Configuration, accessToken: string, subject = '') {
    const { fetchUserInfo } = await import('openid-client')
    return fetchUserInfo(configuration, accessToken, subject).catch((error) => {
      throw new ProviderError('unreachable', `${issuer} did not name the person: ${reasonOf(error)}`)
    })
  }
}

/** The messages of an error and its causes, without the request data that a cause may contain. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { message, cause } = error
  // The provider's error code, such as `invalid_client`.
  const word = 'error' in error ? String(error.error) : reasonOf(cause)
  return word ? `${message} (${word})` : message
}
