import { readFileSync } from 'node:fs'
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
