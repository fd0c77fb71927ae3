/** Calls use this when the session has ended; `session/session-gate.tsx` implements it. */
export type Gate = {
  /** Asks to sign in again in a dialog over the page. @returns true once signed in, false when the person gave up */
  signInAgain(): Promise<boolean>
  /** Whether the sign-in dialog is open. */
  isAsking(): boolean
  /** Asks the person to confirm their identity, in a dialog over the page. @returns false when the person gave up */
  confirmIdentity(): Promise<boolean>
  /** Leads to setting up the second factor that the session needs. */
  setUpFactor(): Promise<void>
  /** Signs out with a message: the account exists but has no access. */
  turnAway(message: string): Promise<void>
}

let gate: Gate | null = null

/** Sets the gate. @returns removes it again */
export function installGate(installed: Gate): () => void {
  gate = installed
  return () => {
    if (gate === installed) gate = null
  }
}

/** The gate that is set, if any. */
export const currentGate = (): Gate | null => gate
