import fc from 'fast-check'
import type { Element, Root } from 'hast'
import rehypeRaw from 'rehype-raw'
import { unified } from 'unified'
import { describe, expect, test } from 'vitest'
import { elementsNamed } from '#content/markup/elements.ts'
import { hostile, hostileParts } from '#testing/hostile-content.ts'
import { runs } from '#testing/property-seed.ts'
import { render } from '#testing/render.ts'

// Repeats the lists on purpose, to find mistakes in those of the renderer.
const elements =
  'a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p picture pre q rp rt ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'.split(
    ' ',
  )
const attributes =
  'alt ariaDescribedBy ariaLabel align checked cite className colSpan dataFootnoteBackref dataFootnoteRef dataFootnotes dataLanguage dateTime decoding dir disabled height href id lang loading open rel reversed role rowSpan scope sizes span src srcSet start tabIndex target title type value width'.split(
    ' ',
  )
const classes =
  /^(align-(left|center|right|justify)|indent-[1-8]|color-(teal|marigold|red|green|blue|grey)|anchor|code-block|code-head|contains-task-list|data-footnote-backref|footnotes|heading|hljs(-[\w-]+)?|language-[\w+#.-]+|[a-z]+_+|sr-only|table-scroll|task-list-item)$/

const parser = unified().use(rehypeRaw)
const parse = (html: string) =>
  parser.runSync({ type: 'root', children: [{ type: 'raw', value: html } as never] }) as Root

/** Everything in the rendered content, read as a browser reads it, that is not allowed there or leaves its frame. */
function forbiddenIn(html: string): string[] {
  const page = parse(`<main>${html}</main><hr>`)
  const [frame, rest, ...others] = page.children
  if (frame?.type !== 'element' || rest?.type !== 'element' || rest.children.length + others.length > 0)
    return ['out of its frame']
  return elementsNamed({ type: 'root', children: frame.children }).flatMap(({ element }) => [
    ...(elements.includes(element.tagName) ? [] : [`<${element.tagName}>`]),
    ...Object.entries(element.properties).flatMap(([name, value]) => forbiddenAttribute(element, name, value)),
  ])
}

function forbiddenAttribute({ tagName }: Element, name: string, value: unknown): string[] {
  const wrong = [`${tagName}[${name}=${JSON.stringify(value)}]`]
  if (!attributes.includes(name)) return wrong
  if (name === 'className') return (value as string[]).every((token) => classes.test(token)) ? [] : wrong
  if (name === 'id') return String(value).startsWith('c-') ? [] : wrong
  if (name === 'target') return value === '_blank' ? [] : wrong
  if (name === 'type') return /^(checkbox|image\/avif|[1aAiI])$/.test(String(value)) ? [] : wrong
  if (['href', 'src', 'cite'].includes(name)) {
    const { protocol, origin } = new URL(String(value), 'https://here.test/page')
    const schemes = name === 'href' ? ['http:', 'https:', 'mailto:', 'tel:'] : ['http:', 'https:']
    const relativeLeavesSite = !/^(https?|mailto|tel):/.test(String(value)) && origin !== 'https://here.test'
    return schemes.includes(protocol) && !relativeLeavesSite ? [] : wrong
  }
  return []
}

test('the check itself finds what it must', () => {
  const found = forbiddenIn(
    '<p onclick="x()" class="fixed"><a href="java\tscript:x">a</a><a href="//evil.test">b</a></p><svg></svg>',
  )
  expect(found).toEqual([
    'p[onClick="x()"]',
    'p[className=["fixed"]]',
    'a[href="java\\tscript:x"]',
    'a[href="//evil.test"]',
    '<svg>',
  ])
})

describe('hostile content is disarmed', () => {
  for (const source of hostile) {
    test(source.length > 90 ? `${source.slice(0, 90)}…` : source, () => {
      const { html } = render(source)
      expect(forbiddenIn(html)).toEqual([])
      // Parsing, serialising and parsing again (as `innerHTML` does) changes nothing.
      expect(forbiddenIn(render(html).html)).toEqual([])
    })
  }
})

test('each `<` begins a tag, and each tag ends with the next `>`, whatever the attributes say', () => {
  for (const source of hostile) {
    const { html } = render(source)
    const tags = html.match(/<[^>]*/g) ?? []
    for (const found of tags) expect(found, source).toMatch(/^<\/?[a-z][a-z0-9]*( [a-z-]+(="[^"<]*")?)*$/)
    // A browser reads the same with and without the entities.
    const read = elementsNamed(parse(html)).length
    expect(tags.filter((found) => !found.startsWith('</')).length, source).toBe(read)
  }
  const alt = 'a < b > c "d" \' & &lt; </body><script x'
  const tree = parse(render(`<img src="/a.png" alt="${alt.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`).html)
  expect(elementsNamed(tree, 'img')[0]?.element.properties.alt).toBe(alt)
})

test('content that cannot be shown leaves nothing behind', () => {
  expect(render('a <script>alert(1)</script><style>p{}</style>b').html).toBe('<p>a b</p>')
  expect(render('<iframe src="https://x.test">words</iframe>').html).toBe('')
  expect(render('<form action="/x"><p>kept</p><input name="q"><button>Go</button></form>').html).toBe('<p>kept</p>')
})

test('no content takes the name of something on the page', () => {
  const { html } = render('<p id="root"></p><a name="location">x</a>\n\n## Cookie\n\n<h2 id="body">Body</h2>')
  expect([...html.matchAll(/ (?:id|name)="([^"]*)"/g)].map(([, id]) => id)).toEqual([
    'c-root',
    'c-location',
    'c-cookie',
    'c-body',
  ])
})

test.each([
  'https://a.test/',
  'HTTPS://A.test',
  ' https://a.test ',
  '//a.test',
  '\\\\a.test',
  '/\\a.test/',
  'https:a.test',
])('the address %j is spelt out', (address) => {
  expect(render(`<a href="${address}">x</a>`).html).toContain(
    'href="https://a.test/" target="_blank" rel="noopener noreferrer"',
  )
})

test('arbitrary text never throws and never yields forbidden markup', () => {
  const markup = fc.array(fc.oneof(fc.constantFrom(...hostileParts), fc.string({ unit: 'binary', maxLength: 8 })), {
    maxLength: 24,
  })
  const any = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    markup.map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(any, (source) => {
      expect(forbiddenIn(render(source).html)).toEqual([])
    }),
    { numRuns: runs(1500) },
  )
})
