import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

export type StaffScreen = ComponentType<{ /** Shown when staff find nothing either. */ children: ReactNode }>

type DraftFallbackProps = {
  /** The screen for staff, which no visitor's browser fetches. */
  load: () => Promise<{ default: StaffScreen }>
  /** What visitors see. */
  children: ReactNode
}

/** Where visitors find nothing, staff may find what is not public yet. Asked for only where somebody has signed in. */
export function DraftFallback({ load, children }: DraftFallbackProps) {
  const [Screen, setScreen] = useState<StaffScreen | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a place
  useEffect(() => {
    if (hasToken()) load().then((module) => setScreen(() => module.default))
  }, [])
  return Screen ? <Screen>{children}</Screen> : children
}

function hasToken(): boolean {
  try {
    return localStorage.getItem('token') !== null
  } catch {
    return false
  }
}
