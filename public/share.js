/**
 * Shares a page: by the sheet of a phone, elsewhere by a list beside the button. The boot script loads this when a share button is pressed.
 * The list is outside the client's root, and is gone when it closes.
 */
export function press(source, url) {
  const title = document.querySelector('h1').textContent
  if (navigator.share && matchMedia('(pointer: coarse)').matches) return navigator.share({ title, url }).catch(() => {})
  const list = Object.assign(document.createElement('div'), { popover: 'auto', ariaLive: 'polite' })
  list.dataset.shareList = ''
  const add = (tag, textContent, properties) =>
    list.appendChild(Object.assign(document.createElement(tag), { textContent, ...properties }))
  const copy = add('button', 'Copy link', {
    async onclick() {
      const done = navigator.clipboard?.writeText(url) ?? Promise.reject()
      copy.textContent = await done.then(
        () => 'Link copied',
        () => 'Copying failed',
      )
    },
  })
  const away = { target: '_blank', rel: 'noopener' }
  add('a', 'WhatsApp', { ...away, href: `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}` })
  add('a', 'LinkedIn', {
    ...away,
    href: `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`,
  })
  list.addEventListener('toggle', ({ newState }) => newState === 'closed' && list.remove())
  document.body.append(list)
  list.showPopover({ source })
  copy.focus()
}
