import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import { classesOf, closest, elementsNamed, type Placed, replace, within } from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { safeAddress } from '#content/markup/sanitise-schema.ts'
import { decoded } from '#contract/addresses.ts'
import { lookup } from '#contract/lookup.ts'
import { videoIn } from '#contract/videos.ts'
import type { Notes } from './notes.server.ts'

/** Leaves something that readers can use in place of players, drawings, formulas and forms, which a text cannot have as they are. */
export function readEmbeds(tree: Root, notes: Notes) {
  for (const placed of elementsNamed(tree, 'script')) readScript(placed, notes)
  readFormulas(tree)
  for (const placed of elementsNamed(tree, 'object', 'iframe', 'frame', 'embed', 'video', 'audio', 'canvas'))
    readPlayer(placed, notes)
  for (const placed of elementsNamed(tree, 'svg')) readDrawing(placed, notes)
  readForms(tree, notes)
}

const nameOf: Record<string, string> = {
  video: 'video',
  audio: 'recording',
  iframe: 'embedded page',
  frame: 'embedded page',
}

function readPlayer(placed: Placed, notes: Notes) {
  const { element } = placed
  const inside = within(element)
  if (element.tagName === 'canvas') {
    notes.add('embed', 'canvas', 'A drawing that a script makes is left out.')
    return replace(placed)
  }
  const address = sourceOf(element)
  // An object may hold another form of itself, which has been read or will be.
  const others = elementsNamed(inside, 'img', 'embed', 'iframe', 'a').filter((one) => one.element !== element)
  if (address === '' && others.length > 0) return replace(placed, ...element.children)
  const kind = lookup(nameOf, element.tagName) ?? 'embedded file'
  if (address === '') {
    notes.add(
      'embed',
      kind,
      `An ${kind === 'video' || kind === 'recording' ? `empty ${kind}` : kind} without an address is left out.`,
    )
    return replace(placed)
  }
  const title = String(element.properties.title ?? '').trim()
  const video = videoIn(address)
  if (video) return replace(placed, h('p', video.page))
  const site = URL.parse(address)?.host
  const words = title || fileName(address) || site || address
  notes.add('embed', address, `The ${kind} “${words}”${site && words !== site ? ` of ${site}` : ''} becomes a link.`)
  replace(placed, h('p', h('a', { href: address }, words)))
}

function sourceOf(element: Element): string {
  const [source] = elementsNamed(within(element), 'source')
  const [movie] = elementsNamed(within(element), 'param').filter(({ element: { properties } }) =>
    /^(?:movie|src|url)$/i.test(String(properties.name ?? '')),
  )
  const { src, dataSrc, dataLazySrc, data } = element.properties as Record<string, unknown>
  const named = [dataSrc, dataLazySrc, src, data, source?.element.properties.src, movie?.element.properties['value']]
  const addresses = named.map((one) => safeAddress(String(one ?? ''), 'file') ?? '')
  return addresses.find((one) => one !== '' && !/^about:/.test(one)) ?? ''
}

const fileName = (address: string): string => {
  const last = (URL.parse(address)?.pathname ?? address.replace(/[?#].*$/, '')).split('/').at(-1) ?? ''
  return /\.\w{2,5}$/.test(last) ? decoded(last) : ''
}

function readScript(placed: Placed, notes: Notes) {
  const { properties } = placed.element
  const type = String(properties.type ?? '')
  if (/^math\/tex/.test(type)) {
    const tex = textOf(placed.element)
    return replace(placed, ...(tex === '' ? [] : [h('code', tex)]))
  }
  const site = URL.parse(String(properties.src ?? ''), 'https://nowhere.invalid')?.host
  if (properties.src !== undefined && site !== 'nowhere.invalid')
    notes.add('embed', site ?? 'script', `A script of ${site} is left out.`)
  else if (!/json|template/.test(type)) notes.add('embed', 'script', 'A script is left out.')
  replace(placed)
}

/** Formulas become their TeX, or else their words. Programs show a formula twice, for screens and for screen readers. */
function readFormulas(tree: Root) {
  for (const placed of elementsNamed(tree, 'math')) {
    const inside = within(placed.element)
    const tex = elementsNamed(inside, 'annotation').find(({ element }) =>
      /tex/i.test(String(element.properties['encoding'])),
    )
    const words = tex
      ? textOf(tex.element)
      : textOf(placed.element) || String(placed.element.properties['alttext'] ?? '')
    const shown: ElementContent[] = words === '' ? [] : [tex ? h('code', words) : { type: 'text', value: words }]
    const around = placed.around.findIndex(
      (node) =>
        node.type === 'element' && classesOf(node).some((name) => /^(?:katex|mjx-container|MathJax)/.test(name)),
    )
    const formula = placed.around[around]
    const parent = placed.around[around - 1]
    if (formula?.type === 'element' && parent) replace({ element: formula, parent, around: [] }, ...shown)
    else replace(placed, ...shown)
  }
  for (const placed of elementsNamed(tree, 'mjx-container')) {
    const tex = String(placed.element.properties['dataTex'] ?? placed.element.properties.ariaLabel ?? '')
    if (textOf(placed.element) === '' && tex !== '') replace(placed, h('code', tex))
  }
}

/** The words of a drawing stay. Icons have none. */
function readDrawing(placed: Placed, notes: Notes) {
  const drawing = within(placed.element)
  const label = String(placed.element.properties.ariaLabel ?? '').trim()
  for (const unseen of elementsNamed(drawing, 'title', 'desc', 'style', 'defs', 'metadata')) replace(unseen)
  const words = textOf(placed.element)
  if (words !== '' || label !== '')
    notes.add(
      'embed',
      label || words,
      `The drawing${label ? ` “${label}”` : ''} is left out${words ? '; its words stay' : ''}.`,
    )
  replace(placed, ...(words === '' ? [] : [{ type: 'text', value: ` ${words} ` } as const]))
}

function readForms(tree: Root, notes: Notes) {
  const isTask = (placed: Placed) =>
    closest(placed, 'li') !== undefined && /checkbox/i.test(String(placed.element.properties.type))
  const fields = elementsNamed(tree, 'input', 'textarea', 'select', 'button').filter((placed) => !isTask(placed))
  if (elementsNamed(tree, 'form').length > 0 || fields.some(({ element }) => element.tagName !== 'button'))
    notes.add('embed', 'form', 'A form is left out; the words around its fields stay.')
  for (const placed of fields) {
    const { element } = placed
    const type = String(element.properties.type ?? '')
    const label =
      element.tagName === 'button'
        ? element.children
        : /submit|button/i.test(type)
          ? [{ type: 'text', value: String(element.properties.value ?? '') } as const]
          : []
    replace(placed, { type: 'text', value: ' ' }, ...label, { type: 'text', value: ' ' })
  }
  // The box of a task comes first in its point.
  for (const { element } of elementsNamed(tree, 'li')) {
    const first = elementsNamed(element, 'input')[0]
    if (first && isFirst(element, first.element))
      element.properties.className = [...classesOf(element), 'task-list-item']
  }
}

/** Whether nothing comes before a box. A label may be around it. */
function isFirst(holder: Element, box: Element): boolean {
  const first = holder.children.find(
    (child) => !(child.type === 'text' && child.value.trim() === '') && child.type !== 'comment',
  )
  if (first === box) return true
  if (first?.type !== 'element' || !/^(?:p|label|span|div)$/.test(first.tagName)) return false
  return isFirst(first, box)
}
