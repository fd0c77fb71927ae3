import { SaxesParser, type SaxesTagPlain } from 'saxes'

/** A logo has a few shapes; a larger drawing should be a PNG. */
const maxSvgLength = 60_000
const maxElements = 2_000
const maxDepth = 24
/** How often masks and clips may be applied, counting those inside others each time. Each takes a renderer some milliseconds. */
const maxApplied = 150

/** Thrown with the reason, in words for the person who chose the file. */
export class SvgRefused extends Error {}

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']
const elements = new Set([
  ...['svg', 'g', 'defs', 'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask'],
  ...shapes,
])
/** Metadata of drawing programs; removed with all its content. */
const droppedElements = new Set(['title', 'desc', 'metadata'])

/** Numbers, lengths, lists of them, transformations and path data. */
const geometry = /^[\s\d.,+\-eE%a-zA-Z()]*$/
const colour = /^(#[\da-fA-F]{3,8}|[a-zA-Z]+|(rgb|rgba|hsl|hsla)\([\d\s.,%/]+\)|url\(#[\w-]+\))$/
const word = /^[\w-]+$/
const named = (names: string, value: RegExp) => names.split(' ').map((name) => [name, value] as const)
/** Each attribute with the values that it may have. None of them can name another file. */
const attributes = new Map<string, RegExp>([
  ...named('viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform offset', geometry),
  ...named('opacity fill-opacity stroke-opacity stop-opacity stroke-width stroke-miterlimit', geometry),
  ...named('stroke-dasharray stroke-dashoffset gradientTransform pathLength', geometry),
  ...named('fill stroke stop-color color', colour),
  ...named('fill-rule clip-rule stroke-linecap stroke-linejoin gradientUnits spreadMethod', word),
  ...named('clipPathUnits maskUnits maskContentUnits preserveAspectRatio id', /^[\w\s-]+$/),
  ...named('clip-path mask', /^(none|url\(#[\w-]+\))$/),
])

/**
 * Rewrites an SVG from the parts of a logo: shapes, groups, gradients, clips and masks. Scripts, styles, links, texts,
 * pictures and comments are dropped, because only the listed elements are written.
 * @throws SvgRefused for a file that is not such a drawing, or would look different
 */
export function cleanSvg(source: string): string {
  if (source.length > maxSvgLength) throw new SvgRefused('The SVG is too large for a logo: at most 60 KB.')
  const parser = new SaxesParser()
  const open: (string | null)[] = []
  const applied = countApplied()
  let written = ''
  let count = 0
  let shown = 0
  parser.on('error', () => {
    throw new SvgRefused('This file cannot be read as an SVG.')
  })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new SvgRefused('The SVG defines entities, which a logo does not need.')
  })
  parser.on('opentag', (tag) => {
    const { name } = tag
    count += 1
    if (count > maxElements || open.length >= maxDepth) throw new SvgRefused('The SVG has too many elements.')
    if (open.length === 0 && name !== 'svg') throw new SvgRefused('This file is not an SVG.')
    const within = open.length > 0 && open.at(-1) === null
    // Elements in another program's namespace are not drawn.
    const ignored = within || droppedElements.has(name) || name.includes(':')
    if (!ignored && !elements.has(name))
      throw new SvgRefused(`The SVG has a <${name}>. Please export it as plain shapes, with texts as outlines.`)
    open.push(ignored ? null : name)
    if (ignored) return
    if (shapes.includes(name)) shown += 1
    const root = open.length === 1
    const kept = attributesOf(tag)
    applied.enter(name, kept)
    written += `<${name}${root ? ' xmlns="http://www.w3.org/2000/svg"' : ''}${kept}>`
    if (root && !/ viewBox="/.test(written) && !/ width="/.test(written))
      throw new SvgRefused('The SVG does not say how large it is: it needs a viewBox.')
  })
  parser.on('closetag', () => {
    const name = open.pop()
    if (name) applied.leave(name)
    if (name) written += `</${name}>`
  })
  parser.write(source.replace(/^\uFEFF/, '')).close()
  if (applied.total() > maxApplied)
    throw new SvgRefused('The SVG nests too many masks or clips. Please export it with shapes that need none.')
  if (shown === 0) throw new SvgRefused('The SVG draws nothing.')
  return written
}

/** Counts how often a renderer applies masks and clips. One inside another is applied each time the other is, so a short file can ask for millions. */
function countApplied() {
  /** The references of the elements in each mask or clip, and under '' those of the drawing itself. */
  const references = new Map<string, string[]>()
  const within = ['']
  const counts = new Map<string, number>()
  function countIn(id: string): number {
    // A mask inside itself would never end.
    const known = counts.get(id)
    if (known !== undefined) return known
    counts.set(id, Number.POSITIVE_INFINITY)
    const count = (references.get(id) ?? []).reduce((sum, one) => sum + 1 + countIn(one), 0)
    counts.set(id, count)
    return count
  }
  return {
    enter(name: string, attributes: string) {
      if (isApplied(name)) within.push(/ id="([^"]*)"/.exec(attributes)?.[1] ?? '')
      const id = within.at(-1) ?? ''
      const named = [...attributes.matchAll(/ (?:mask|clip-path)="url\(#([^)]*)\)"/g)].map(([, one = '']) => one)
      references.set(id, [...(references.get(id) ?? []), ...named])
    },
    leave: (name: string) => isApplied(name) && within.pop(),
    total: () => countIn(''),
  }
}

const isApplied = (name: string) => name === 'mask' || name === 'clipPath'

function attributesOf({ attributes: given }: SaxesTagPlain): string {
  const styles = (given['style'] ?? '').split(';').map((declaration) => {
    const [name = '', ...value] = declaration.split(':')
    return [name.trim(), value.join(':').trim()] as const
  })
  const values = new Map<string, string>([...Object.entries(given), ...styles])
  return [...values]
    .filter(([name, value]) => attributes.get(name)?.test(value))
    .map(([name, value]) => ` ${name}="${value.replace(/\s+/g, ' ').trim()}"`)
    .join('')
}
