import { identityCallWithRetry } from '#admin/api/admin-calls.ts'
import type { IdentityKind } from '#contract/identity.ts'
import type { Identity } from './identity.ts'

let opened: Promise<Identity> | undefined

/** The identity that this site uses, created once. Only its own code is downloaded. */
export function getIdentity(): Promise<Identity> {
  opened ??= open()
  return opened
}

async function open(): Promise<Identity> {
  const settings = await identityCallWithRetry<IdentityKind>('/api/identity')
  if (settings.kind === 'firebase') return (await import('./firebase.ts')).firebaseIdentity(settings)
  return (await import('./embedded.ts')).embeddedIdentity(settings.provider)
}
