import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The blocks of a document that begin with the name of this file. */
const blocksOf = (document: string, file: string) =>
  [...readFileSync(document, 'utf8').matchAll(/^```sh\n# ([\w./]+).*\n([^`]+)```$/gm)]
    .filter(([, name]) => name === file)
    .map(([, , lines = '']) => lines.trim().split('\n'))

test.each([
  ['docs/deploy.md', '/etc/atrium/env'],
  ['docs/operating.md', '/etc/atrium/env'],
  ['docs/deploy.md', '.env'],
])('the settings in %s for %s are read as they are written', (document, file) => {
  const blocks = blocksOf(document, file)
  expect(blocks).not.toEqual([])
  // A comment has a line of its own: neither systemd nor Docker ends a value at a "#".
  for (const line of blocks.flat()) expect(line).toMatch(/^(#.*|[A-Z_]+=('[^']*'|[^\s'#]+)|)$/)
})

test('an upgrade in the documents has the settings of the site', () => {
  const blocks = [...readFileSync('docs/deploy.md', 'utf8').matchAll(/^```sh\n([^`]+)```$/gm)].map(
    ([, text = '']) => text,
  )
  const upgrades = blocks.filter((text) => text.includes('npm run upgrade'))
  expect(upgrades).toHaveLength(2)
  for (const text of upgrades)
    for (const part of ['EnvironmentFile=/etc/atrium/env', '-E PORT=3001', '-E DATA_DIR=/var/lib/atrium'])
      expect(text).toContain(part)
})

test('there are at most 40 concepts, each with a line and a place that exists', () => {
  const lines =
    readFileSync('docs/concepts.md', 'utf8')
      .match(/^\| [^-*].*$/gm)
      ?.slice(1) ?? []
  expect(lines.length).toBeGreaterThan(30)
  expect(lines.length).toBeLessThanOrEqual(40)
  for (const line of lines) {
    const places = [...line.matchAll(/`((?:src|scripts)\/[^`]+)`/g)].map(([, place = '']) => place)
    expect(places, line).not.toEqual([])
    for (const place of places) expect(existsSync(place), place).toBe(true)
  }
})
