import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = globSync('docs/decisions/[0-9]*.md').map((file) => basename(file))
const numberOf = (page: string) => page.slice(0, 3)
const numbers = new Set(pages.map(numberOf))
const index = readFileSync('docs/decisions/README.md', 'utf8')

const texts = globSync(
  ['*.{md,ts,js,json,yaml}', '{bench,deploy,docs,e2e,scripts,src}/**/*.{md,ts,tsx,js,css,json,yaml,service}'],
  { withFileTypes: true },
)
  // Tests that run at the same time have folders of such names.
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))

test('each decision has a number of its own and one line in the index', () => {
  expect(numbers.size).toBe(pages.length)
  const listed = [...index.matchAll(/^ *- \[(\d{3})\]\((.+)\) \S/gm)]
  expect(listed.map(([, , page]) => page).sort()).toEqual([...pages].sort())
  for (const [, number, page = ''] of listed) expect(number).toBe(numberOf(page))
  for (const page of pages) expect(readFileSync(`docs/decisions/${page}`, 'utf8')).toMatch(`# ${numberOf(page)} `)
})

test('each reference to a decision leads to a page', () => {
  expect(texts.length).toBeGreaterThan(1_000)
  const broken = texts.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const links = [...text.matchAll(/(?:\bdecisions\/|\]\()(\d{3}-[\w-]+\.md)/g)].filter(
      ([, page = '']) => !pages.includes(page),
    )
    const named = [...text.matchAll(/\bdecisions?[\s*/]+\[?(\d{3})\b/gi)].filter(
      ([, number = '']) => !numbers.has(number),
    )
    const labels = [...text.matchAll(/\[(\d{3})\]\((?:decisions\/)?(\d{3})-/g)].filter(
      ([, label, number]) => label !== number,
    )
    return [...links, ...named, ...labels].map(([reference]) => `${file}: ${reference}`)
  })
  expect(broken).toEqual([])
})
