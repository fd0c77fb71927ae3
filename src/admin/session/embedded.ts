import {
  type AdminCall,
  adminFetch,
  currentGate,
  identityCall,
  identityCallWithRetry,
  readToken,
} from '#admin/api/admin-calls.ts'
import type { IdentityKind, NewSession, PasswordResetAnswer } from '#contract/identity.ts'
import {
  type AuthUser,
  createAuthState,
  type Identity,
  keepToken,
  onTokenOfAnotherTab,
  signInDevice,
  tellConfirmed,
} from './identity.ts'

type Settings = Extract<IdentityKind, { kind: 'embedded' }>

/** Accounts in the site's own database. Every call extends the session. */
export function embeddedIdentity({ canMail, provider }: Settings): Identity {
  const state = createAuthState()

  async function findUser() {
    const token = readToken()
    const session =
      token === null
        ? null
        : await identityCallWithRetry<Omit<NewSession, 'token'>>('/api/identity/session', token).catch(() => null)
    if (readToken() !== token) return
    if (!session) keepToken(null)
    state.set(session && toUser(session))
  }

  const forget = async () => {
    keepToken(null)
    state.set(null)
  }

  async function start(path: string, given: Record<string, unknown>, call: AdminCall = {}) {
    return identityCall<NewSession>(path, { ...call, method: 'POST', json: { ...given, device: signInDevice() } })
  }
  function keep(session: NewSession) {
    keepToken(session.token)
    state.set(toUser(session))
  }
  const begin = async (...parts: Parameters<typeof start>) => keep(await start(...parts))

  async function confirm(proof: object) {
    await adminFetch('/api/identity/confirm', { method: 'POST', json: proof })
    tellConfirmed()
  }

  findUser()
  onTokenOfAnotherTab((token) => {
    if (token !== null) findUser()
    // The other tab has found the session ended, and this one may ask to sign in again already.
    else if (!currentGate()?.isAsking()) state.set(null)
  })

  return {
    kind: 'embedded',
    canMail,
    signIn: (email, password, code) => begin('/api/identity/sign-in', { email, password, code }),
    confirmSignIn: (token, code) => begin('/api/identity/sign-in/confirm', { token, code }),
    provider:
      provider === undefined
        ? undefined
        : {
            name: provider,
            finish: () => begin('/api/identity/provider/sign-in', {}, { withCookies: true }),
            async beginConfirmation() {
              const call = { method: 'POST', withCookies: true } as const
              return (await adminFetch<{ address: string }>('/api/identity/provider/confirm', call)).address
            },
          },
    confirm,
    async confirmWithPasskey() {
      const { choosePasskey } = await import('./passkey.ts')
      const options = await adminFetch<unknown>('/api/identity/confirm/passkey', { method: 'POST' })
      await confirm({ passkey: await choosePasskey(options) })
    },
    async signInWithPasskey(uid) {
      const { choosePasskey } = await import('./passkey.ts')
      const options = await identityCall('/api/identity/sign-in/passkey/options', { method: 'POST' })
      const session = await start('/api/identity/sign-in/passkey', { response: await choosePasskey(options) })
      if (uid !== undefined && session.user.uid !== uid) {
        await identityCall('/api/identity/sign-out', { method: 'POST' }, session.token)
        throw new Error('This passkey belongs to another account.')
      }
      keep(session)
    },
    async signOut() {
      // The cookies end the person's view of the site as of another time, too.
      await identityCall('/api/identity/sign-out', { method: 'POST', withCookies: true }, readToken())
      await forget()
    },
    forget,
    refresh: findUser,
    onAuthStateChanged: state.listen,
    renew: async () => false,
    createAccount: async (account) =>
      (await adminFetch<{ uid: string }>('/api/identity/accounts', { method: 'POST', json: account })).uid,
    removeAccount: (uid) => adminFetch(`/api/identity/accounts/${encodeURIComponent(uid)}`, { method: 'DELETE' }),
    async choosePassword(token, password) {
      const json = { token, password, device: signInDevice() }
      const { session } = await identityCall<PasswordResetAnswer>('/api/identity/reset', { method: 'POST', json })
      if (session) keep(session)
      return session !== undefined
    },
    forgotPassword: (email) => identityCall('/api/identity/forgot', { method: 'POST', json: { email } }),
    async rename(name) {
      const user = state.read()
      if (user) state.set({ ...user, name })
    },
    async changePassword(currentPassword, newPassword) {
      const { token } = await adminFetch<NewSession>('/api/identity/password', {
        method: 'POST',
        json: { currentPassword, newPassword },
      })
      keepToken(token)
    },
    async signOutEverywhere() {
      await adminFetch('/api/identity/sign-out-everywhere', { method: 'POST', withCookies: true })
      await forget()
    },
  }
}

const toUser = ({ user, needsSecondFactor }: Omit<NewSession, 'token'>): AuthUser => ({ ...user, needsSecondFactor })
