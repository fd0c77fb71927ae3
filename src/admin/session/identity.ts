import { createStore } from '#admin/hooks.ts'
import { tokenKey } from '#contract/token-key.ts'

/** `needsSecondFactor`: the session can only set up a second factor until then. */
export type AuthUser = { uid: string; email: string; name: string; needsSecondFactor?: boolean | undefined }
/** A proof of identity: the password, a code from the authenticator app, or a recovery code. */
export type IdentityProof = { password: string } | { code: string }
export type NewAccount = { name: string; email: string; password: string }

/** The back office's interface to the provider of the accounts. The messages of its errors can be shown. */
export type Identity = {
  kind: 'embedded' | 'firebase'
  /** Signs in and stores the token for all calls. @param code of the second factor, once the answer has asked for it */
  signIn(email: string, password: string, code?: string): Promise<void>
  /** Completes a sign-in of this browser with the token of the mailed link; present only if sign-ins are confirmed by mail. */
  confirmSignIn?(token: string, code?: string): Promise<void>
  /** A further way to sign in. `finish` completes it after the redirect back; `beginConfirmation` returns the address for a confirmation of identity. */
  /** Whether links for colleagues are mailed to them. */
  canMail?: boolean
  provider?: { name: string; finish(): Promise<void>; beginConfirmation(): Promise<string> } | undefined
  /** Signs in with a passkey; present only where the site keeps the accounts. @param uid the only person who may */
  signInWithPasskey?(uid?: string): Promise<void>
  /** Confirms the identity of the signed-in person; the session continues. The message of a refusal can be shown. */
  confirm(proof: IdentityProof): Promise<void>
  /** The same with a passkey that the person chooses; present only where the site keeps the accounts. */
  confirmWithPasskey?(): Promise<void>
  /** Asks the server again who is signed in, and what they need; present only where the site keeps the accounts. */
  refresh?(): Promise<void>
  signOut(): Promise<void>
  /** Signs out in this browser only, when the server has ended the session already. */
  forget(): Promise<void>
  /** Calls the listener now and after every change; null is signed out. @returns a function that stops it */
  onAuthStateChanged(listener: (user: AuthUser | null) => void): () => void
  /** Tries to renew the token without asking the person. @returns whether that succeeded */
  renew(): Promise<boolean>
  /** Creates an account for a colleague without changing who is signed in. @returns its uid */
  createAccount(account: NewAccount): Promise<string>
  removeAccount(uid: string): Promise<void>
  /** Sets a password with the token of a link; present only where the site keeps the accounts. @returns whether the person is signed in now */
  choosePassword?(token: string, password: string): Promise<boolean>
  /** Sends a message with a link to a new password, if the address has an account; the answer is the same if it has none. */
  forgotPassword(email: string): Promise<{ canMail: boolean }>
  rename(name: string): Promise<void>
  changePassword(current: string, next: string): Promise<void>
  /** Ends every session, on this device and all others. */
  signOutEverywhere(): Promise<void>
}

export function keepToken(token: string | null): void {
  if (token === null) localStorage.removeItem(tokenKey)
  else localStorage.setItem(tokenKey, token)
}

const deviceKey = 'sign-in-device'

/** A secret of this browser for signing in: a mailed link works only in this browser, and a sign-in without it is from a new device. */
export function signInDevice(): string {
  const stored = localStorage.getItem(deviceKey)
  if (stored) return stored
  const made = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  localStorage.setItem(deviceKey, made)
  return made
}

const confirmedKey = 'identity-confirmed'

/** Tells the other tabs, which share the session, about the confirmation. */
export const tellConfirmed = () => localStorage.setItem(confirmedKey, String(Date.now()))

/** Calls the listener when another tab stores a value under the key, or removes it. @returns a function that stops it */
function onStored(wanted: string, listener: (value: string | null) => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === wanted) listener(newValue)
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

/** Calls the listener after a confirmation in another tab. @returns a function that stops it */
export const onConfirmedElsewhere = (listener: () => void) =>
  onStored(confirmedKey, (value) => value !== null && listener())

/** Calls the listener when another tab signs in or out. */
export const onTokenOfAnotherTab = (listener: (token: string | null) => void) => void onStored(tokenKey, listener)

/** The signed-in user with its listeners; undefined until it is known. */
export function createAuthState() {
  const { get, set, subscribe } = createStore<AuthUser | null | undefined>(undefined)
  return {
    read: get,
    set,
    listen(listener: (user: AuthUser | null) => void) {
      const tell = () => {
        const user = get()
        if (user !== undefined) listener(user)
      }
      tell()
      return subscribe(tell)
    },
  }
}
