import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { tokenKey } from '#contract/token-key.ts'

export type DraftScreen = ComponentType<{ /** Shown when staff find nothing either. */ children: ReactNode }>

type DraftFallbackProps = { load: () => Promise<{ default: DraftScreen }>; instead: ReactNode }

/** Shows staff a draft where visitors find nothing. Its screen loads only in a browser with a token. */
export function DraftFallback({ load, instead }: DraftFallbackProps) {
  const [Screen, setScreen] = useState<DraftScreen | null>(null)
  const onMount = useEffectEvent(() => {
    if (hasToken()) load().then((module) => setScreen(() => module.default))
  })
  useEffect(() => onMount(), [])
  return Screen ? <Screen>{instead}</Screen> : instead
}

function hasToken(): boolean {
  try {
    return localStorage.getItem(tokenKey) !== null
  } catch {
    return false
  }
}
