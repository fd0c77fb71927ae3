import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AddressIndex, absolute, oldSiteOf, PathEnds, variantsOf } from './addresses.ts'
import { openMediaFolder } from './media-folder.server.ts'

test('knows the larger file of which a small one is made', () => {
  expect(variantsOf('a-300x200.jpg')).toEqual(['a.jpg', 'a-scaled.jpg', 'a-300x200.jpg'])
  expect(variantsOf('a-scaled.jpg')).toEqual(['a.jpg', 'a-scaled.jpg'])
  expect(variantsOf('2021-03-04.jpg')).toEqual(['2021-03-04.jpg', '2021-03-04-scaled.jpg'])
})

test.each([
  ['https://old.example/uploads/Größe.png', {}],
  ['http://www.old.example/uploads/Gr%C3%B6%C3%9Fe.png?x=1', {}],
  ['//old.example/uploads/größe-150x150.png', {}],
  ['/uploads/GRÖßE.png', {}],
  ['../uploads/größe.png', { address: 'https://old.example/blog/post' }],
  ['./größe.png', { path: 'content/uploads/index.md' }],
  ['/uploads//Gr%C3%B6%C3%9Fe.png/', {}],
])('finds a file by %s', (address, at) => {
  const index = new AddressIndex<string>({ address: 'https://old.example' })
  index.addFile({ addresses: ['https://old.example/uploads/größe.png'], path: 'content/uploads/größe.png' }, 'file')
  expect(index.findFile(address, at)).toBe('file')
})

test('an address whose percent sign begins no character is the same decoded and encoded', () => {
  const index = new AddressIndex<string>({ address: 'https://old.example' })
  index.addRecord(['/100%-größe/'], undefined, 'sale')
  expect(['/100%-gr%C3%B6%C3%9Fe', '/100%25-größe/', '/100%-Größe'].map((one) => index.findRecord(one, {}))).toEqual(
    Array(3).fill('sale'),
  )
})

test('finds records by their addresses, and tells those by their queries apart', () => {
  const index = new AddressIndex<string>({ address: 'https://old.example' })
  index.addRecord(['/2021/hello/', '/?p=12'], 'posts/hello.md', 'hello')
  index.addRecord(['https://old.example/'], undefined, 'home')
  const find = (address: string, at = {}) => index.findRecord(address, at)
  expect(find('https://old.example/2021/Hello#part')).toBe('hello')
  expect(find('/2021/hello/?utm_source=x')).toBe('hello')
  expect(find('http://www.old.example/?p=12')).toBe('hello')
  expect(find('../posts/hello.md', { path: 'pages/x.md' })).toBe('hello')
  expect(find('/')).toBe('home')
  expect([find('/?p=13'), find('https://other.example/2021/hello/'), find('mailto:a@b.c'), find('')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('finds pictures of a folder by their last folders, whatever their size and case', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'media-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const path of ['2020/01/a.jpg', '2021/03/A.jpg', '2021/03/b-scaled.jpg', '2021/03/c-300x200.png']) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), path)
  }
  const media = await openMediaFolder(folder)
  const find = (address: string) => media.find([address])?.slice(folder.length + 1)
  expect(find('https://old.example/wp-content/uploads/2021/03/a-150x150.jpg')).toBe('2021/03/A.jpg')
  expect(find('/wp-content/uploads/2020/01/a.jpg?x=1')).toBe('2020/01/a.jpg')
  expect(find('/uploads/2021/03/b.jpg')).toBe('2021/03/b-scaled.jpg')
  expect(find('/uploads/2021/03/c-300x200.png')).toBe('2021/03/c-300x200.png')
  expect(find('/uploads/lost.png')).toBeUndefined()
  expect(await media.read(media.find(['/2020/01/a.jpg']) ?? '', 4)).toBeUndefined()
})

test.each([
  ['https://old.example/blog/', '/content/images/a.png', 'https://old.example/blog/content/images/a.png'],
  ['https://old.example/blog', '/blog/hello/', 'https://old.example/blog/hello/'],
  ['https://old.example/blog', '/blogger/', 'https://old.example/blog/blogger/'],
  ['https://old.example/blog', 'a.png', 'https://old.example/blog/post/a.png'],
  ['https://old.example/blog', '//cdn.example/a.png', 'https://cdn.example/a.png'],
  ['https://old.example', '/a.png', 'https://old.example/a.png'],
  ['', '/a.png', 'https://unknown.invalid/a.png'],
])('below the site %s that somebody names, %s is %s', (site, address, full) => {
  expect(absolute(address, { address: '/post/' }, oldSiteOf({ choices: { site } }))?.href).toBe(full)
})

test('the address that the export says counts more, and its root stays the root', () => {
  const old = oldSiteOf({ site: { address: 'https://own.example/blog' }, choices: { site: 'https://old.example' } })
  expect(absolute('/a.png', {}, old)?.href).toBe('https://own.example/a.png')
})

test('finds a file by the end of an address, with the largest form first', () => {
  const ends = new PathEnds()
  for (const path of ['x/uploads/2020/a.jpg', 'x/uploads/2021/a-300x200.jpg', 'x/uploads/2021/a.jpg', 'x/logo.png'])
    ends.add(path)
  expect(ends.find('/wp-content/uploads/2021/a-300x200.jpg')).toBe('x/uploads/2021/a.jpg')
  expect(ends.find('https://old.example/uploads/2020/a-300x200.jpg', 2)).toBe('x/uploads/2020/a.jpg')
  expect([ends.find('/logo.png'), ends.find('/logo.png', 2), ends.find('/a.gif')]).toEqual([
    'x/logo.png',
    undefined,
    undefined,
  ])
})
