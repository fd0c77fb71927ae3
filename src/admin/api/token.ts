import { tokenKey } from '#contract/token-key.ts'

/** The token for API calls. */
export const readToken = (): string | null => localStorage.getItem(tokenKey)
