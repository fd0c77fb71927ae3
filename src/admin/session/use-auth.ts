import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { adminFetch, adminQuery, identityCallWithRetry } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { createStore, useStore } from '#admin/hooks.ts'
import type { IdentityKind } from '#contract/identity.ts'
import { may, type Permission, type Role } from '#contract/roles.ts'
import type { AuthUser, Identity } from './identity.ts'

export type { AuthUser }
export type AuthState = 'loading' | 'out' | AuthUser

const auth = createStore<AuthState>('loading')
let following = false

/** Creates the identity when the first component asks who is signed in. */
function subscribe(listener: () => void) {
  if (!following) {
    following = true
    getIdentity().then((identity) => identity.onAuthStateChanged((user) => auth.set(user ?? 'out')))
  }
  return auth.subscribe(listener)
}

/** Calls the listener after a sign-in in this tab or another. @returns a function that stops it */
export const onSignIn = (listener: () => void) =>
  auth.subscribe(() => {
    if (typeof auth.get() === 'object') listener()
  })

/** Where the accounts are; undefined until it is known. */
export const useIdentityKind = () => useIdentity(({ kind }) => kind)

/** The name of the provider for sign-ins in addition to passwords, if there is one. */
export const useSignInProvider = () => useIdentity(({ provider }) => provider?.name)

/** Whether the site mails links to colleagues, instead of showing them once. */
export const useCanMail = () => useIdentity(({ canMail }) => canMail) === true

const useIdentity = <Part>(select: (identity: Identity) => Part) =>
  useQuery({ queryKey: ['identity'], queryFn: getIdentity, staleTime: Number.POSITIVE_INFINITY, select }).data

/** The uid of the person who is signed in now, for work that outlives a screen. */
export function signedInUid(): string | undefined {
  const state = auth.get()
  return typeof state === 'object' ? state.uid : undefined
}

export const useAuth = (): { state: AuthState } => ({ state: useStore({ subscribe, get: auth.get }) })

/** A list of the calls about sessions. It is empty with Firebase, which does not list sessions. */
export const embeddedQuery = <List extends unknown[]>(path: string) =>
  queryOptions<List>({
    ...adminQuery<List>(path),
    queryFn: async ({ signal }) =>
      (await getIdentity()).kind === 'embedded' ? adminFetch<List>(path, { signal }) : ([] as unknown as List),
  })

/** Signs out, and removes the data of the back office from memory. */
export function useLogout() {
  const client = useQueryClient()
  const { act } = useAct()
  const signOut = async () => {
    await (await getIdentity()).signOut()
    client.removeQueries({ queryKey: ['admin'] })
  }
  return () => act(signOut, { done: 'Successfully logged out', failed: 'Failed to log out' })
}

let opened: Promise<Identity> | undefined

/** The identity that this site uses, created once. Only its own code is downloaded. */
export function getIdentity(): Promise<Identity> {
  opened ??= open()
  return opened
}

async function open(): Promise<Identity> {
  const settings = await identityCallWithRetry<IdentityKind>('/api/identity')
  if (settings.kind === 'firebase') return (await import('./firebase.ts')).firebaseIdentity(settings)
  return (await import('./embedded.ts')).embeddedIdentity(settings)
}

/** The role of the signed-in person; the layout provides it. */
export const RoleContext = createContext<Role>('viewer')

export const useMay = (permission: Permission): boolean => may(useContext(RoleContext), permission)

/** Whether the role may read but not change the screen; each screen's route provides it. */
export const ReadOnlyContext = createContext(false)

/** Whether to hide controls that change the screen's records, because the server would refuse them. */
export const useReadOnly = (): boolean => useContext(ReadOnlyContext)

/** Whether the role may change drafts of the screen's records, and not publish them; each screen's route provides it. */
export const DraftsOnlyContext = createContext(false)

/** Whether to hide controls that change what visitors see, because the server would refuse them. */
export const useDraftsOnly = (): boolean => useContext(DraftsOnlyContext)

/** Whether to hide controls that publish or move records, from those who only read too. */
export function usePublishesNothing(): boolean {
  const readOnly = useReadOnly()
  return useDraftsOnly() || readOnly
}
