import { html, isHydrated, saveData, stored, whenIdle } from './look.js'

const { pathname, search } = location

// The modules are loaded together but run one at a time, so that the visitor's input does not wait for all of them. The document has the
// styles of its own page only; the client shows others.
let started = false
const start = async () => {
  if (started) return
  started = true
  const [stylesheet, ...modules] = html.dataset.client.split(' ')
  const link = (properties) => document.head.append(Object.assign(document.createElement('link'), properties))
  const styled = new Promise((resolve, reject) => {
    link({ rel: 'stylesheet', href: stylesheet, onload: resolve, onerror: reject })
  })
  for (const href of modules) link({ rel: 'modulepreload', href })
  try {
    await styled
    for (const href of modules) {
      await import(href)
      await new Promise((resolve) => setTimeout(resolve))
    }
  } catch {
    // Without a connection the document keeps working; the next act tries again. The browser names the errors of a form that was sent.
    window.unsent?.reportValidity()
    window.unsent = undefined
    started = false
  }
}

// An address in the fragment is the client's. The stylesheet hides the document, which shows Home, while `hash-entry` is set.
const readFragment = () => {
  const { hash, pathname } = location
  if (!hash.startsWith('#/') || isHydrated()) return
  if (pathname !== '/') return location.replace(`/${hash}`)
  html.classList.toggle('hash-entry', hash !== '#/')
  start()
}
readFragment()
addEventListener('hashchange', readFragment)

// A client that is gone may have set the browser's scroll restoration to manual, and may have left entries in the history that share
// this document and are other pages.
history.scrollRestoration = 'auto'
addEventListener('popstate', () => {
  if (!isHydrated() && location.pathname + location.search !== pathname + search) location.reload()
})

// Staff get the client without an act, because it finds drafts where visitors find nothing.
if (stored('token') !== null) addEventListener('load', () => whenIdle(start))

// The first focus in a field of a form loads the client, or the module that its form names, if it needs one, and fetches the signed token with the time at which a form
// was first touched. A client that had to render the document again would lose text typed meanwhile; there the forms work as in a document
// without scripts.
addEventListener('focusin', ({ target }) => {
  if (!target.matches('form :is(input,select,textarea)')) return
  const own = target.form?.dataset.module
  if (own !== undefined) return own && import(own)
  if (!('rerender' in html.dataset)) start()
  if (target.form?.method === 'post')
    window.formToken ??= fetch('/api/forms/token', { credentials: 'omit' })
      .then((answer) => answer.json())
      .then(({ token }) => token)
      .catch(() => {})
})

// A form that is sent with an error before the client is there: the client sends it again, and shows the error below its field.
addEventListener('submit', (event) => {
  const { target } = event
  if (isHydrated() || 'rerender' in html.dataset || target.checkValidity()) return
  event.preventDefault()
  window.unsent = target
  start()
})

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
