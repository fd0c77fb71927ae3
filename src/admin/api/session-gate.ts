/** What the session gate (`identity/session-gate.tsx`) does for calls that meet the end of a session. */
export type Gate = {
  /** Asks to sign in again in a dialog over the page. @returns true once signed in, false when the person gave up */
  signInAgain(): Promise<boolean>
  /** Signs out with a message: the account is known, and not let in. */
  turnAway(message: string): Promise<void>
}

let gate: Gate | null = null

/** Puts a gate in charge; the answer takes it out again. */
export function installGate(installed: Gate): () => void {
  gate = installed
  return () => {
    if (gate === installed) gate = null
  }
}

/** The gate in charge, if any. */
export const currentGate = (): Gate | null => gate
