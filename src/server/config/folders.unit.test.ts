import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { prepareDataFolder } from './folders.ts'

const place = mkdtempSync(join(tmpdir(), 'atrium-folder-'))
afterAll(() => rmSync(place, { recursive: true }))

/** A folder with these entries, all readable by everyone; names with a trailing slash are folders. */
function makeFolder(name: string, things: string[]): string {
  const folder = join(place, name)
  mkdirSync(folder)
  for (const thing of things) {
    const path = join(folder, thing)
    mkdirSync(thing.endsWith('/') ? path : dirname(path), { recursive: true })
    if (!thing.endsWith('/')) writeFileSync(path, '')
  }
  for (const path of ['', ...readdirSync(folder, { recursive: true }).map(String)]) chmodSync(join(folder, path), 0o777)
  return folder
}
const modeOf = (...path: string[]) => (statSync(join(...path)).mode & 0o7777).toString(8)

test('a new data folder is private to its account', () => {
  const folder = join(place, 'not', 'there')
  expect(prepareDataFolder(folder)).toEqual([])
  expect(modeOf(folder)).toBe('700')
})

test('makes files of earlier versions private', () => {
  const files = ['atrium.sqlite', 'atrium.sqlite-wal', 'atrium.sqlite-shm', 'erased', 'mail/1.eml', 'mail/2.eml.part']
  const folder = makeFolder('earlier', files)
  expect(prepareDataFolder(folder)).toEqual([])
  expect(modeOf(folder)).toBe('700')
  expect(modeOf(folder, 'mail')).toBe('700')
  for (const file of files) expect(modeOf(folder, file), file).toBe('600')
})

test('makes a read-only log writable, and does not change a read-only database', () => {
  const folder = makeFolder('read-only', ['atrium.sqlite', 'atrium.sqlite-wal', 'atrium.sqlite-shm'])
  for (const name of ['', '-wal', '-shm']) chmodSync(join(folder, `atrium.sqlite${name}`), 0o400)
  prepareDataFolder(folder)
  expect(['', '-wal', '-shm'].map((name) => modeOf(folder, `atrium.sqlite${name}`))).toEqual(['400', '600', '600'])
})

test('does not change a shared folder and foreign files, and makes the site’s files private', () => {
  const folder = makeFolder('shared', ['atrium.sqlite', 'mail/1.eml', 'mail/inbox', 'letter.txt', 'atrium.notes'])
  expect(prepareDataFolder(folder)).toEqual([
    `DATA_DIR: ${folder} holds other files too, so it stays open to other accounts; give the site its own folder`,
  ])
  for (const path of ['', 'mail', 'mail/inbox', 'letter.txt', 'atrium.notes'])
    expect(modeOf(folder, path), path).toBe('777')
  for (const path of ['atrium.sqlite', 'mail/1.eml']) expect(modeOf(folder, path), path).toBe('600')
})

test('an empty folder with the sticky bit counts as shared', () => {
  const folder = makeFolder('sticky', [])
  chmodSync(folder, 0o1777)
  expect(prepareDataFolder(folder)).toHaveLength(1)
  expect(modeOf(folder)).toBe('1777')
})

test('names a symbolic link instead of following it', () => {
  const folder = makeFolder('links', [])
  const elsewhere = makeFolder('elsewhere', ['real.sqlite', 'mail/1.eml'])
  symlinkSync(join(elsewhere, 'real.sqlite'), join(folder, 'atrium.sqlite'))
  symlinkSync(join(elsewhere, 'mail'), join(folder, 'mail'))
  expect(prepareDataFolder(folder)).toEqual([
    `DATA_DIR: other accounts of this machine may be able to read ${folder}/atrium.sqlite, whose mode could not be changed`,
  ])
  for (const path of ['real.sqlite', 'mail', 'mail/1.eml']) expect(modeOf(elsewhere, path), path).toBe('777')
})
