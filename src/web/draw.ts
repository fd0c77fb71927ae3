import { coverName, coverPath } from '#contract/cover.ts'
import { coverFile } from '#ui/drawing/cover.ts'

// The build makes one file of this, `/draw.js`, apart from the client: the boot script loads it at the first focus in a field of `draw-yours.tsx`, or
// when its link is copied.

/** Draws the cover of the name in a field, over the one that the server has drawn. */
function draw(field: HTMLInputElement) {
  const frame = field.closest('[data-draw]')
  const picture = frame?.querySelector('img')
  const file = frame?.querySelector<HTMLAnchorElement>('a[download]')
  if (!frame || !picture || !file) return
  const name = coverName(field.value)
  frame.toggleAttribute('data-named', name !== '')
  file.href = `${coverPath(name)}.svg`
  for (const place of frame.querySelectorAll('[data-drawn-name]')) place.textContent = name || field.defaultValue
  // An image needs no markup in the document, which only the client's policy may insert. The former one stays until the next is there.
  if (name) {
    const former = picture.src
    const svg = new Blob([coverFile({ slug: name, category: '' })], { type: 'image/svg+xml' })
    picture.onload = () => URL.revokeObjectURL(former)
    picture.src = URL.createObjectURL(svg)
  }
  picture.hidden = name === ''
}

addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement) draw(target)
})
// The first letters may have been typed before this script was loaded.
const focused = document.activeElement
if (focused instanceof HTMLInputElement && focused.value !== focused.defaultValue) draw(focused)

/** Copies the address of the cover's page, and says so for a moment. */
export async function press(button: HTMLElement) {
  const status = button.nextElementSibling
  const href = button.parentElement?.querySelector('a')?.href.replace(/\.svg$/, '')
  if (!status || !href) return
  // A page that is not served over HTTPS has no clipboard.
  const copied = Promise.resolve(navigator.clipboard?.writeText(href) ?? Promise.reject())
  status.textContent = await copied.then(
    () => 'Link copied',
    () => 'Copying failed',
  )
  setTimeout(() => {
    status.textContent = ''
  }, 4000)
}
