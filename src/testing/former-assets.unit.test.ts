import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bringFormerAssetsBack, putAssetsAside } from '../../scripts/former-assets.ts'

const day = 24 * 3_600_000

test('the files of earlier builds stay for a week after they were replaced', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'atrium-dist-'))
  onTestFinished(() => rm(dist, { recursive: true }))
  const assets = join(dist, 'client/assets')
  /** As `npm run build` does it: the folder is emptied in between. */
  async function build(at: number, files: Record<string, string | Buffer>) {
    await putAssetsAside(dist)
    await rm(assets, { recursive: true, force: true })
    await mkdir(assets, { recursive: true })
    for (const [name, content] of Object.entries(files)) await writeFile(join(assets, name), content)
    await bringFormerAssetsBack(dist, at)
    return (await readdir(assets)).sort()
  }
  const start = Date.parse('2031-01-01')
  expect(await build(start, { 'client-1.js': '1', 'client-1.js.br': '1', 'react.js': 'r' })).toHaveLength(3)
  const second = ['client-1.js', 'client-1.js.br', 'client-2.js', 'react.js']
  expect(await build(start + 20 * day, { 'client-2.js': '2', 'react.js': 'r' })).toEqual(second)
  // A build that fails leaves the files aside; the next one has them.
  await putAssetsAside(dist)
  expect(await build(start + 23 * day, { 'client-3.js': '3', 'react.js': 'r' })).toEqual([
    'client-1.js',
    'client-1.js.br',
    'client-2.js',
    'client-3.js',
    'react.js',
  ])
  expect(await readFile(join(assets, 'client-1.js'), 'utf8')).toBe('1')
  // Replaced on the 20th day and on the 23rd.
  const late = start + 28 * day
  expect(await build(late, { 'client-3.js': '3', 'react.js': 'r' })).toEqual(['client-2.js', 'client-3.js', 'react.js'])
  // A file that is in use again is one of the build's own.
  expect(await build(late + day, { 'client-2.js': '2', 'large-1.js': Buffer.alloc(31_000_000) })).toContain(
    'client-3.js',
  )
  expect(await build(late + 2 * day, { 'client-2.js': '2' })).toEqual(['client-2.js'])
  expect(await readdir(dist)).toEqual(['client', 'former-assets.json'])
})
