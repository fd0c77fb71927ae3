import { useEffect, useState } from 'react'
import { getIdentity } from './get-identity.ts'
import type { AuthUser } from './identity.ts'

export type { AuthUser }
export type AuthState = 'loading' | 'out' | AuthUser

/** Who is signed in, and every change of it. */
export function useAuth(): { state: AuthState } {
  const [state, setState] = useState<AuthState>('loading')
  useEffect(() => {
    let unsubscribe = () => {}
    let left = false
    getIdentity().then((identity) => {
      if (!left) unsubscribe = identity.onAuthStateChanged((user) => setState(user ?? 'out'))
    })
    return () => {
      left = true
      unsubscribe()
    }
  }, [])
  return { state }
}
