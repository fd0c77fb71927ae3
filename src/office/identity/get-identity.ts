import { officeFetch } from '../office-fetch.ts'
import type { AuthUser } from './use-auth.ts'

/** What the back office asks of whoever keeps the accounts. */
export type Identity = {
  signOut(): Promise<void>
  /** Calls back now and at every change; null is signed out. @returns how to stop */
  onAuthStateChanged(listener: (user: AuthUser | null) => void): () => void
}

const listeners = new Set<(user: AuthUser | null) => void>()
const current = async () =>
  localStorage.getItem('token')
    ? officeFetch<{ user: AuthUser }>('/api/identity/session').then(
        ({ user }) => user,
        () => null,
      )
    : null

const identity: Identity = {
  async signOut() {
    await officeFetch('/api/identity/sign-out', { method: 'POST' })
    localStorage.removeItem('token')
    for (const listener of listeners) listener(null)
  },
  onAuthStateChanged(listener) {
    listeners.add(listener)
    current().then(listener)
    return () => listeners.delete(listener)
  },
}

export const getIdentity = async (): Promise<Identity> => identity
