import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

type Node = { type: string; start: number; [key: string]: unknown }

/** Keys of a syntax tree with no text that anybody reads. */
const unread = new Set(['source', 'key', 'typeAnnotation', 'typeArguments', 'typeParameters', 'property'])
/** Attributes of elements with values that nobody reads. */
const unreadAttributes = /^(className|to|href|src|d|id|name|type|value|rel|data-.*|style|path|variant|size|htmlFor)$/

/** The texts of a source file: the words between tags, and texts with more than one word or a capital at the start. */
function textsOf(code: string, lang: 'ts' | 'tsx'): { text: string; at: number }[] {
  const found: { text: string; at: number }[] = []
  const add = (text: string, at: number) => {
    if (/\p{L}/u.test(text) && (/\s/.test(text.trim()) || /^\p{Lu}/u.test(text))) found.push({ text, at })
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
    if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node['value'] === 'string'))
      add(node['value'] as string, node.start)
    if (node.type === 'TemplateElement') add((node['value'] as { cooked: string }).cooked, node.start)
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

const files = globSync(['src/**/*.{ts,tsx}'], {
  // The last two know words of received messages in many languages.
  exclude: [
    ...['**/*.test.*', 'src/testing/**', 'src/server/database/migrations/**', 'src/**/*.d.ts'],
    ...['**/desk/quotation.ts', '**/desk/mobile-signatures.ts'],
  ],
})

test('no text of the program has a word that the glossary replaces', () => {
  expect(replaced?.length).toBeGreaterThan(30)
  const words = (replaced ?? []).map(({ write, word }) => ({ write, rule: new RegExp(word.replaceAll('\\|', '|')) }))
  const findings = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    return textsOf(code, file.endsWith('x') ? 'tsx' : 'ts').flatMap(({ text, at }) =>
      words
        .filter(({ rule }) => rule.test(text))
        .map(({ write }) => `${file}:${code.slice(0, at).split('\n').length} “${text.trim().slice(0, 80)}”: ${write}`),
    )
  })
  expect(findings).toEqual([])
})
