import { wrongCredentials } from '#contract/identity.ts'
import { lookup } from '#contract/lookup.ts'

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

/** Runs a call of Firebase's SDK and replaces the texts of its errors by readable messages. */
export async function withReadableErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    const { code } = cause as { code?: string }
    if (!code?.startsWith('auth/')) throw cause
    throw new Error(lookup(messages, code) ?? 'The sign-in service refused. Please try again.', { cause })
  }
}
