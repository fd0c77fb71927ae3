import { saveData } from './look.js'
import { isHydrated } from './page.js'

// The document has rules by which the browser prepares the next page. Where it does not know them, pointing at a link fetches its page
// into the cache: by `fetch`, since Firefox takes a prefetching `<link>` for a violation of our Content-Security-Policy.
if (!saveData && !HTMLScriptElement.supports?.('speculationrules')) {
  const fetched = new Set([location.href])
  const prefetch = ({ target }) => {
    const link = target.closest?.('a[href^="/"]:not([target],[download])')
    if (!link || isHydrated() || fetched.has(link.href)) return
    if (/^\/(admin|subscribers|api|media|assets|newsletter)\b|\./.test(link.pathname)) return
    fetched.add(link.href)
    fetch(link.href, { priority: 'low' }).catch(() => {})
  }
  for (const pointing of ['pointerover', 'pointerdown']) addEventListener(pointing, prefetch)
}
