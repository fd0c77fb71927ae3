export type AuthUser = { uid: string; email: string; name: string }
export type NewAccount = { name: string; email: string; password: string }

/** What the back office asks of whoever keeps the accounts. Refusals are errors whose message is for a person. */
export type Identity = {
  kind: 'embedded' | 'firebase'
  /** Signs in and keeps the token where every call finds it. */
  signIn(email: string, password: string): Promise<void>
  /** Finishes a sign-in that this browser began, with the token of the link that was sent; only where sign-ins are confirmed by mail. */
  confirmSignIn?(token: string): Promise<void>
  signOut(): Promise<void>
  /** Signs out here without asking the server, which has ended the session already. */
  forget(): Promise<void>
  /** Calls back now and at every change; null is signed out. @returns how to stop */
  onAuthStateChanged(listener: (user: AuthUser | null) => void): () => void
  /** A token good for the next call; null when nobody is signed in. */
  getToken(): Promise<string | null>
  /** Tries for a new token without asking anybody. @returns whether there is one */
  renew(): Promise<boolean>
  /** Opens an account for a colleague; whoever is signed in stays so. @returns its uid */
  createAccount(account: NewAccount): Promise<string>
  /** Undoes `createAccount`. */
  removeAccount(uid: string): Promise<void>
  /** Sends a message with the way to a new password, if the address has an account; the answer does not tell. */
  forgotPassword(email: string): Promise<void>
  /** Whoever is signed in goes by another name from now on. */
  rename(name: string): Promise<void>
  changePassword(current: string, next: string): Promise<void>
  /** Ends every session, on this device and all others. */
  signOutEverywhere(): Promise<void>
}

const tokenKey = 'token'

/** The token that calls carry. */
export const readToken = (): string | null => localStorage.getItem(tokenKey)

export function keepToken(token: string | null): void {
  if (token === null) localStorage.removeItem(tokenKey)
  else localStorage.setItem(tokenKey, token)
}

const deviceKey = 'sign-in-device'

/** A secret of this browser while it signs in: a link that is mailed meanwhile works here alone. */
export function signInDevice(): string {
  const stored = localStorage.getItem(deviceKey)
  if (stored) return stored
  const made = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  localStorage.setItem(deviceKey, made)
  return made
}

export const forgetSignInDevice = (): void => localStorage.removeItem(deviceKey)

/** Calls back when another tab signs in or out. */
export function onTokenOfAnotherTab(listener: (token: string | null) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === tokenKey) listener(newValue)
  })
}

/** Who is signed in, as far as is known, with those who want to hear of it. Undefined until it is known. */
export function createAuthState() {
  const listeners = new Set<(user: AuthUser | null) => void>()
  let user: AuthUser | null | undefined
  return {
    read: () => user,
    set(next: AuthUser | null) {
      user = next
      for (const listener of listeners) listener(next)
    },
    listen(listener: (user: AuthUser | null) => void) {
      listeners.add(listener)
      if (user !== undefined) listener(user)
      return () => void listeners.delete(listener)
    },
  }
}
