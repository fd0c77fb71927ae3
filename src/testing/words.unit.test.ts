import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

type Node = { type: string; start: number; [key: string]: unknown }

/** Keys of a syntax tree with no text that anybody reads. */
const unread = new Set(['source', 'typeAnnotation', 'typeArguments', 'typeParameters', 'property'])
/** Attributes of elements with values that nobody reads. */
const unreadAttributes = /^(className|to|href|src|d|id|name|type|value|rel|data-.*|style|path|variant|size|htmlFor)$/

/**
 * The texts of a source file, each on one line: all words between tags; elsewhere texts with more than one word or a capital at the start, also as
 * keys, since the panels of settings have their titles as keys.
 */
function textsOf(code: string, lang: 'ts' | 'tsx'): { text: string; at: number }[] {
  const found: { text: string; at: number }[] = []
  const add = (written: string, at: number) => {
    const text = written.replaceAll(/\s+/g, ' ')
    if (text.trim().includes(' ') || /^\p{Lu}/u.test(text)) found.push({ text, at })
  }
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    if (Array.isArray(value)) {
      for (const one of value) walk(one)
      return
    }
    const node = value as Node
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return
    if (node.type === 'JSXAttribute' && unreadAttributes.test(String((node['name'] as Node)['name']))) return
    if (node.type === 'JSXText')
      found.push({ text: String(node['value']).replaceAll(/\s+/g, ' ').trim(), at: node.start })
    if (node.type === 'Literal' && typeof node['value'] === 'string') add(node['value'], node.start)
    if (node.type === 'Property') {
      const key = node['key'] as Node
      if (key.type === 'Identifier') add(String(key['name']), node.start)
    }
    if (node.type === 'TemplateElement') {
      // Only `String.raw` has escapes that mean nothing.
      const { cooked, raw } = node['value'] as { cooked: string | null; raw: string }
      add(cooked ?? raw, node.start)
    }
    for (const [key, child] of Object.entries(node)) if (!unread.has(key)) walk(child)
  }
  walk(parseAst(code, { lang }).body)
  return found
}

/** The words that the glossary replaces: in its table of words that people read, the second column. Each is a regular expression. */
const replaced = readFileSync('docs/glossary.md', 'utf8')
  .split('## Words on screens and in mail')[1]
  ?.split('\n')
  .filter((line) => /^\| (?!Write|-)/.test(line))
  .flatMap((line) => {
    const [, write = '', not = ''] = line.split(/(?<!\\)\|/)
    return [...not.matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({ write: write.trim(), word }))
  })

const files = globSync(['src/**/*.{ts,tsx}', 'content/*.md'], {
  // The last two know words of received messages in many languages.
  exclude: [
    ...['**/*.test.*', 'src/testing/**', 'src/server/database/migrations/**', 'src/**/*.d.ts'],
    ...['**/desk/quotation.ts', '**/desk/mobile-signatures.ts'],
  ],
})

const words = (replaced ?? []).map(({ write, word }) => ({ write, rule: new RegExp(word.replaceAll('\\|', '|')) }))

/** The paragraphs of a Markdown file. */
const paragraphsOf = (source: string) => source.split(/\n\n+/).map((text) => ({ text, at: source.indexOf(text) }))

const findingsIn = (file: string, code: string) =>
  (file.endsWith('.md') ? paragraphsOf(code) : textsOf(code, file.endsWith('x') ? 'tsx' : 'ts')).flatMap(
    ({ text, at }) =>
      words
        .filter(({ rule }) => rule.test(text))
        .map(({ write }) => `${file}:${code.slice(0, at).split('\n').length} “${text.slice(0, 80)}”: ${write}`),
  )

test('no text of the program has a word that the glossary replaces', () => {
  expect(words.length).toBeGreaterThan(30)
  expect(files.flatMap((file) => findingsIn(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ['a screen', 'list.admin.tsx', '<h1>\n  Questions\n</h1>', 'FAQs'],
  ['words over two lines', 'list.admin.tsx', '<p>All course\n  requests of a date</p>', 'Registrations'],
  ['one small word', 'list.admin.tsx', '<p>Send an <b>e-mail</b></p>', 'email'],
  ['a label', 'list.admin.tsx', '<Field label="Left because of it" />', 'Unsubscribed'],
  ['a part of a text', 'list.admin.tsx', 'const text = `Leaves in $' + '{seconds} s`', 'Sending in 29 s, Sending…'],
  ['the title of a panel', 'desk.contract.ts', "const panels = { 'Lead desk': {}, Planned: {} }", 'Response times'],
  ['a key', 'desk.contract.ts', 'const panels = { Planned: {} }', 'Scheduled'],
  [
    'a mail',
    'seat.mail.tsx',
    'export const Seat = () => <Paragraph>You are on the waiting list.</Paragraph>',
    'Waitlist',
  ],
  ['the subject of a mail', 'seat.server.ts', "const mail = { subject: 'Choose what you get' }", 'Email preferences'],
  [
    'a summary of the API',
    'seat.server.ts',
    "route('GET /seats', { summary: 'List the course requests' })",
    'Registrations',
  ],
  ['a legal page', 'privacy.md', 'We store it.\n\nA press on a link to enrol is counted.', 'Enroll, Enrollment'],
  ['a message of the API', 'seat.contract.ts', "z.string('Please enter an e-mail address')", 'email'],
])('finds a replaced word in %s', (_, file, code, write) => {
  expect(findingsIn(file, code)[0]).toMatch(new RegExp(`: ${write}$`))
})

test('leaves out texts that are not shown', () => {
  const code =
    'import x from \'e-mail of A\'\nconst cell = <Figure className="e-mail box" name="e-mail box" data-of="A letter" />'
  expect(findingsIn('list.admin.tsx', code)).toEqual([])
})
