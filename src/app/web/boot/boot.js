// Runs before the first paint, inline in every document; the Content-Security-Policy allows it by its hash.
// It is all the JavaScript that a reader downloads: it handles the parts that a document cannot, and loads the client
// at the first act that needs it.
// Its handlers stay when the client has hydrated the document, so that such a control is handled in one place.
;(() => {
  const html = document.documentElement
  const { pathname, search } = location
  const isHydrated = () => 'hydrated' in html.dataset

  // A browser may refuse access to its storage; the scheme then applies to this document only.
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {}
  }
  const store = (key, value) => {
    try {
      localStorage.setItem(key, value)
    } catch {}
  }
  const applyScheme = () => {
    const scheme = stored('color-scheme')
    if (scheme) html.dataset.theme = scheme
  }
  applyScheme()
  // The dismissed announcement; a new one has another name.
  const dismissed = stored('dismissed')
  if (dismissed) html.dataset.dismissed = dismissed
  html.classList.add('js')
  // The scheme may have been switched since this document was prerendered, or left for another one.
  addEventListener('pageshow', applyScheme)
  document.addEventListener('prerenderingchange', applyScheme)

  // The browser's times of this document, and how the visitor came to it.
  let timing

  // The parts below the fold (`later` in ui/patterns.css) are laid out after the first paint, one at a time or as many as an idle moment has
  // room for, so that neither the paint nor the visitor's input waits for them. In the end the document is as the server wrote it.
  const whenIdle = window.requestIdleCallback ?? setTimeout
  const saveData = navigator.connection?.saveData
  addEventListener('DOMContentLoaded', () => {
    const parts = [...document.querySelectorAll('.later')]
    let count = 0
    const layOut = (idle) => {
      do {
        parts[count]?.setAttribute('style', 'content-visibility:visible')
        parts[count++]?.getBoundingClientRect()
      } while (count < parts.length && idle?.timeRemaining() > 8)
      if (count < parts.length) return whenIdle(layOut)
      html.dataset.laidOut = ''
      for (const part of parts) part.removeAttribute('style')
    }
    requestAnimationFrame(() => whenIdle(layOut))

    if (saveData) document.querySelector('[type=speculationrules]')?.remove()

    // Times of a course are also shown on the reader's clock.
    const ownTimes = document.querySelector('[data-load]')
    if (ownTimes) import(ownTimes.dataset.load)

    // A page that shows its loading time has the browser's measurement.
    const line = document.querySelector('[data-answer-time]')
    ;[timing] = performance.getEntriesByType('navigation')
    const time = Math.round(timing?.responseStart - timing?.requestStart)
    if (!line) return
    line.querySelector('span').textContent = time
    line.hidden = !time
  })

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

  // The first focus in a field loads the client, or the module that its form names, and fetches the signed token with the time at which a form
  // was first touched. A client that had to render the document again would lose text typed meanwhile; there the forms work as in a document
  // without scripts.
  addEventListener('focusin', ({ target }) => {
    if (!target.matches('input,select,textarea')) return
    const own = target.form?.dataset.module
    if (own) return import(own)
    if (!('rerender' in html.dataset)) start()
    if (target.form?.method === 'post')
      window.formToken ??= fetch('/api/forms/token', { credentials: 'omit' })
        .then((answer) => answer.json())
        .then(({ token }) => token)
        .catch(() => {})
  })

  // A form that is sent with an error before the client is there: the client sends it again, and shows the error below its field. The sentence on
  // Contact goes into the form below it, and what is typed there stays.
  addEventListener('submit', (event) => {
    const { target } = event
    if ('stays' in target.dataset) {
      event.preventDefault()
      return import(target.dataset.module).then(({ begin }) => begin(target))
    }
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

  // The path of an address, and the campaign that it names. In hash mode the path is in the fragment.
  const placeOf = (address) => {
    const { pathname: path, searchParams } = new URL(address.replace(/\/[^/]*#\//, '/'))
    const { utm_campaign, via, utm_source: source } = Object.fromEntries(searchParams)
    return { path, campaign: utm_campaign ?? via, source }
  }

  // The shareable address of the page: the server's, without a query.
  const cleanAddress = () => location.origin + placeOf(location.href).path

  // Views, visits and goals are counted without a trace in the browser (docs/decisions/112-counting-visits-without-personal-data.md).
  // Documents without the mark, programs and staff count for nothing. The server reads the visitor's wish from the headers.
  const count = (seen) => {
    if (html.dataset.count && innerWidth && !navigator.webdriver && stored('token') == null)
      navigator.sendBeacon?.('/api/seen', JSON.stringify({ ...seen, phone: innerWidth < 768 }))
  }
  const { referrer } = document
  const host = referrer && new URL(referrer).host
  const isFromHere = host === location.host

  // A page counts once, when it has been loaded and visible for a second; so does each page that the client shows (`shown`).
  let counted
  let timer
  const show = ({ persisted }) => {
    if (persisted) counted = ''
    clearTimeout(timer)
    if (document.hidden || document.readyState !== 'complete') return
    timer = setTimeout(() => {
      const place = placeOf(location.href)
      if (place.path === counted) return
      if (isFromHere || counted !== undefined || timing?.type !== 'navigate') count({ ...place, kind: 'view' })
      else count({ ...place, kind: 'visit', referrer: host })
      counted = place.path
    }, 1_000)
  }
  for (const name of ['pageshow', 'visibilitychange', 'shown']) addEventListener(name, show)

  // The page that brought the visitor is the first one of this site in the tab's history, which the browser keeps anyway. The site before it is
  // known only on that page.
  window.visit = () => {
    if (window.navigation?.currentEntry.index) return placeOf(navigation.entries().find(({ url }) => url).url)
    return isFromHere ? placeOf(referrer) : { ...placeOf(location.href), referrer: host }
  }

  // A client may have navigated to another page since the document was made.
  addEventListener('beforeprint', () => {
    const day = new Date().toLocaleDateString('en-IN', { dateStyle: 'long' })
    html.style.setProperty('--printed-address', JSON.stringify(`${cleanAddress()} · ${day}`))
  })

  addEventListener('click', (event) => {
    const pressed = (selector) => event.target.closest?.(selector)
    if (pressed('[data-scheme-switch]')) {
      const current = html.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
      html.dataset.theme = current === 'dark' ? 'light' : 'dark'
      store('color-scheme', html.dataset.theme)
    }
    const dismisses = pressed('[data-dismiss]')
    if (dismisses) {
      html.dataset.dismissed = dismisses.dataset.dismiss
      store('dismissed', html.dataset.dismissed)
    }
    if (pressed('[data-reload]') && !isHydrated()) location.reload()
    if (pressed('[data-print]')) print()
    const shares = pressed('[data-share]')
    if (shares) import(shares.dataset.share).then(({ share }) => share(shares, cleanAddress()))
    // With a key the browser opens the video's own page, as any link.
    const video = pressed('[data-video]')
    if (video && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      import(playerModule).then(({ play }) => play(video))
    }
    // A gap of the sentence: typing replaces its word.
    const gap = pressed('.gap')
    if (gap?.value === gap?.defaultValue) gap?.select()
    const copies = pressed('[data-copy]')
    if (copies) import(copyModule).then(({ copy }) => copy(copies))
    const aim = pressed('[data-goal],[href^=tel],[href^="/files/"]')
    if (aim) count({ ...visit(), kind: 'goal', goal: aim.protocol === 'tel:' ? 'phone' : 'brochure', ...aim.dataset })
    if (pressed('[popover] a')) pressed('[popover]').hidePopover()
  })

  // Pages of a list have the role of buttons, which the space bar presses too.
  addEventListener('keydown', (event) => {
    if (event.key !== ' ' || !event.target.matches?.('a[role=button]')) return
    event.preventDefault()
    event.target.click()
  })

  const playerModule = '/video.js'
  const copyModule = '/copy.js'

  // A popover's button says whether it is open. The menu closes when the window has room for all of its links.
  addEventListener(
    'toggle',
    ({ target, newState }) => {
      for (const button of document.querySelectorAll(`[popovertarget="${target.id}"]`))
        button.ariaExpanded = newState === 'open'
    },
    true,
  )
  matchMedia('(min-width: 48rem)').addEventListener('change', () => {
    for (const menu of document.querySelectorAll('.site-menu:popover-open')) menu.hidePopover()
  })
})()
