import type { WritingCheck } from './check-writing.ts'

const elements = {
  heading: ':is(h1, h2, h3, h4, h5, h6)',
  img: ':is(img:not(.ProseMirror-separator))',
  pre: 'pre',
  a: ':is(a, .outside-picture)',
}

/** Moves to the place of a check: the field, or the position in the text. */
export function goToCheck({ place }: WritingCheck) {
  const text = document.querySelector<HTMLElement>('.ProseMirror, .editor-source')
  if (place && 'field' in place) {
    const field = document.querySelector<HTMLElement>(`form [name="${place.field}"]`)
    field?.focus()
    return field?.scrollIntoView({ block: 'center' })
  }
  const found = place && text?.querySelectorAll(elements[place.element])[place.index]
  text?.focus({ preventScroll: true })
  if (found) window.getSelection()?.collapse(found.firstChild ?? found, 0)
  ;(found ?? text)?.scrollIntoView({ block: 'center' })
}
