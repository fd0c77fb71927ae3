// Runs before the first paint, inline in every document; the Content-Security-Policy allows it by its hash.
// It does all that a page needs before the client: it sets the stored colour scheme, handles hash-mode addresses, and loads the client.
;(() => {
  const html = document.documentElement
  // A browser may refuse access to its storage; the scheme then applies to this document only.
  const readScheme = () => {
    try {
      return localStorage.getItem('color-scheme')
    } catch {}
  }
  const writeScheme = (scheme) => {
    try {
      localStorage.setItem('color-scheme', scheme)
    } catch {}
  }
  const remembered = readScheme()
  if (remembered) html.dataset.theme = remembered
  html.classList.add('js')

  // Handles the colour scheme switch, before and after hydration.
  addEventListener('click', (event) => {
    if (!event.target.closest?.('[data-scheme-switch]')) return
    const dark = html.dataset.theme ? html.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    html.dataset.theme = dark ? 'light' : 'dark'
    writeScheme(html.dataset.theme)
  })

  const { pathname, hash } = location
  const elsewhere = hash.startsWith('#/') && hash !== '#/'
  if (elsewhere && pathname !== '/') return location.replace(`/${hash}`)

  // The modules are loaded together but run one at a time, so that the visitor's input does not wait for all of them.
  let started = false
  const start = async () => {
    if (started) return
    started = true
    const modules = html.dataset.client.split(' ')
    for (const href of modules)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    for (const href of modules) {
      await import(href)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  // A visit that began at the root continues in the fragment. Once the client is loading, a clicked link waits for it;
  // before that, and at all other addresses, the browser follows the link.
  addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="/"]:not([target])')
    const followed =
      link &&
      event.button === 0 &&
      !event.defaultPrevented &&
      !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!followed || !started || pathname !== '/' || 'hydrated' in html.dataset || /^\/api\/|\./.test(link.pathname))
      return
    event.preventDefault()
    html.classList.add('hash-entry')
    location.hash = link.getAttribute('href')
  })

  if (elsewhere) {
    // The document shows Home, but the address is of another page. The stylesheet hides Home while this class is set.
    html.classList.add('hash-entry')
    return start()
  }
  for (const touch of ['pointerdown', 'pointermove', 'touchstart', 'keydown'])
    addEventListener(touch, start, { once: true, passive: true })
  addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(start))
})()
