import { deleteApp, initializeApp } from '@firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  onIdTokenChanged,
  type Persistence,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updatePassword,
  updateProfile,
} from '@firebase/auth'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { type IdentityKind, wrongCredentials } from '#contract/identity.ts'
import { lookup } from '#contract/lookup.ts'
import { type AuthUser, createAuthState, type Identity, keepToken } from './identity.ts'

type Settings = Extract<IdentityKind, { kind: 'firebase' }>

const toUser = ({ uid, email, displayName }: User): AuthUser => ({ uid, email: email ?? '', name: displayName ?? '' })

function openApp({ apiKey, authDomain, projectId, emulatorUrl }: Settings, name: string, persistence: Persistence) {
  const app = initializeApp({ apiKey, authDomain, projectId }, name)
  const auth = initializeAuth(app, { persistence })
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  return { app, auth }
}

/** Ends the view of the site as of another time: the server does not learn that a session at Firebase has ended. */
const leaveAsOf = () => fetch('/as-of/leave', { redirect: 'manual' }).catch(() => {})

/** Accounts at Firebase Authentication. The SDK renews the token before it expires; calls read the newest one from local storage. */
export function firebaseIdentity(settings: Settings): Identity {
  const { auth } = openApp(settings, 'atrium', browserLocalPersistence)
  const state = createAuthState()
  // Accounts created here, each with a function to delete it: Firebase lets only the client that created an account do so.
  const made = new Map<string, () => Promise<void>>()
  let leaving = false

  /** Stores the token, unless the user was signed out while it was fetched. */
  async function take(user: User) {
    const token = await user.getIdToken().catch(() => null)
    if (auth.currentUser?.uid !== user.uid) return
    keepToken(token)
    state.set(toUser(user))
  }

  onIdTokenChanged(auth, async (user) => {
    if (user) return take(user)
    keepToken(null)
    // Otherwise the session has expired: the next call asks to sign in again, over the current page.
    if (leaving || !state.read()) state.set(null)
  })

  const forget = async () => {
    leaving = true
    await leaveAsOf()
    await signOut(auth)
    keepToken(null)
    state.set(null)
    leaving = false
  }
  const current = (): User => {
    if (!auth.currentUser) throw new Error('Please sign in to continue.')
    return auth.currentUser
  }
  const reauthenticate = async (password: string): Promise<User> => {
    const user = current()
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password))
    return user
  }

  return {
    kind: 'firebase',
    signIn: (email, password) =>
      withReadableErrors(async () => {
        const { user } = await signInWithEmailAndPassword(auth, email, password)
        await take(user)
      }),
    signOut: forget,
    forget,
    onAuthStateChanged: state.listen,
    async renew() {
      if (!auth.currentUser) return false
      keepToken(await auth.currentUser.getIdToken(true))
      return true
    },
    createAccount: ({ name, email, password }) =>
      withReadableErrors(async () => {
        // A second app instance: in the first one, creating an account would replace the current user.
        const { app, auth } = openApp(settings, `new-account-${crypto.randomUUID()}`, inMemoryPersistence)
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const undo = async () => {
          await deleteUser(user)
          await deleteApp(app)
        }
        await updateProfile(user, { displayName: name }).catch(async (cause) => {
          await undo()
          throw cause
        })
        made.set(user.uid, undo)
        return user.uid
      }),
    removeAccount: (uid) => withReadableErrors(async () => made.get(uid)?.()),
    async forgotPassword(email) {
      await withReadableErrors(() => sendPasswordResetEmail(auth, email))
      return { canMail: true }
    },
    rename: (name) =>
      withReadableErrors(async () => {
        await updateProfile(current(), { displayName: name })
        state.set(toUser(current()))
      }),
    changePassword: (given, next) =>
      withReadableErrors(async () => {
        const user = await reauthenticate(given)
        await updatePassword(user, next)
        await leaveAsOf()
        keepToken(await user.getIdToken(true))
      }),
    confirm: (proof) =>
      withReadableErrors(async () => {
        const user = await reauthenticate('password' in proof ? proof.password : '')
        keepToken(await user.getIdToken(true))
      }),
    async signOutEverywhere() {
      await adminFetch('/api/identity/sign-out-everywhere', { method: 'POST' })
      await forget()
    },
  }
}

/** Readable messages for Firebase's error codes: the SDK's own texts name its functions and codes. */
const messages: Record<string, string> = {
  'auth/invalid-credential': wrongCredentials,
  'auth/invalid-login-credentials': wrongCredentials,
  'auth/wrong-password': wrongCredentials,
  'auth/user-not-found': wrongCredentials,
  'auth/invalid-email': 'Please enter a valid email address.',
  'auth/missing-password': 'Password is required.',
  'auth/user-disabled': 'This account has been disabled.',
  'auth/too-many-requests': 'Too many attempts. Please wait a while and try again.',
  'auth/network-request-failed': 'The sign-in service could not be reached. Please check your connection.',
  'auth/email-already-in-use': 'An account with this email address already exists.',
  'auth/weak-password': 'This password is too weak. Please choose a longer one.',
  'auth/password-does-not-meet-requirements':
    'This password does not meet the requirements. Please choose a longer one.',
  'auth/requires-recent-login': 'Please sign in again before doing this.',
  'auth/operation-not-allowed': 'Sign-in with email and password is switched off at Firebase.',
  'auth/admin-restricted-operation': 'Creating accounts is switched off at Firebase.',
  'auth/user-token-expired': 'Your session has ended. Please sign in again.',
}

export async function withReadableErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    const { code } = cause as { code?: string }
    if (!code?.startsWith('auth/')) throw cause
    throw new Error(lookup(messages, code) ?? 'The sign-in service refused. Please try again.', { cause })
  }
}
