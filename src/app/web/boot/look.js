export const html = document.documentElement
export const isHydrated = () => 'hydrated' in html.dataset

// A browser may refuse access to its storage; a choice then applies to this document only.
export const stored = (key) => {
  try {
    return localStorage.getItem(key)
  } catch {}
}
export const store = (key, value) => {
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
export let timing

export const whenIdle = window.requestIdleCallback ?? setTimeout
export const saveData = navigator.connection?.saveData

// The parts below the fold (`later` in ui/patterns.css) are laid out after the first paint, one at a time or as many as an idle moment has
// room for, so that neither the paint nor the visitor's input waits for them. In the end the document is as the server wrote it.
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
