import { useMemo } from 'react'

type PolicyFactory = {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): TrustedHTML }
}

/**
 * The browser accepts a string as markup only from this policy (Trusted Types; `server/security/headers.ts` names it). It changes nothing
 * of the string, so what is given to it must have been sanitised by the server or written in our own source.
 */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('atrium', {
  createHTML: (html) => html,
})

/** Markup that is safe to insert; a plain string where the browser does not ask. */
export const trustedHtml = (html: string) => policy?.createHTML(html) ?? html

/** The same for `dangerouslySetInnerHTML`. React inserts anew what is not the very same object. */
export function useTrustedHtml(html: string) {
  const __html = useMemo(() => trustedHtml(html), [html])
  return { __html }
}
