import { cleanAddress, count } from './count.js'
import { html, isHydrated, store } from './look.js'

// Files of `public/`: the build leaves them alone.
const playerModule = '/video.js'
const copyModule = '/copy.js'

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
  const presses = pressed('[data-press]')
  if (presses) import(presses.dataset.press).then(({ press }) => press(presses, cleanAddress()))
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

// The menu closes when the window has room for all of its links.
matchMedia('(min-width: 48rem)').addEventListener('change', () => {
  document.querySelector('.site-menu:popover-open')?.hidePopover()
})
