import { useMemo } from 'react'

type PolicyFactory = {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): TrustedHTML }
}

/**
 * The browser accepts a string as markup from this policy only (Trusted Types; `server/security/headers.ts` names it). The policy does
 * not change the string, so it must be sanitised by the server or written in our source.
 */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('atrium', {
  createHTML: (html) => html,
})

/** Marks markup as safe to insert; returns the plain string where the browser has no Trusted Types. */
export const trustedHtml = (html: string) => policy?.createHTML(html) ?? html

/** The same for `dangerouslySetInnerHTML`. It is memoised, because React inserts the markup again whenever the object is another one. */
export function useTrustedHtml(html: string) {
  const __html = useMemo(() => trustedHtml(html), [html])
  return { __html }
}
