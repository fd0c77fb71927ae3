// Runs before the first paint, inline in every document; the Content-Security-Policy knows it by its hash.
// It is all the script a page needs before the client comes: the remembered colour scheme, the hash-mode entry, and when to fetch the client.
;(() => {
  const html = document.documentElement
  // A browser may refuse its storage; the scheme then holds for this document.
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

  // One handler for the switch, before and after the client has taken over.
  addEventListener('click', (event) => {
    if (!event.target.closest?.('[data-scheme-switch]')) return
    const dark = html.dataset.theme ? html.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    html.dataset.theme = dark ? 'light' : 'dark'
    writeScheme(html.dataset.theme)
  })

  const { pathname, hash } = location
  const elsewhere = hash.startsWith('#/') && hash !== '#/'
  if (elsewhere && pathname !== '/') return location.replace(`/${hash}`)

  // The modules come together but are run one at a time, so that no visitor's touch waits behind all of them.
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
  // A visit that began at the root goes on in the fragment. Once the client is on its way a link followed there waits for it;
  // before that, and everywhere else, links are links.
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
    // The document holds Home; another page was asked for. The stylesheet hides Home while this class stands.
    html.classList.add('hash-entry')
    return start()
  }
  for (const touch of ['pointerdown', 'pointermove', 'touchstart', 'keydown'])
    addEventListener(touch, start, { once: true, passive: true })
  addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(start))
})()
