import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { entriesIn, entriesOf, sourceFiles } from '#testing/source-files.ts'
import { generatedFile, largeExport, wxr, wxrBegin, wxrItem } from '#testing/wordpress-export.ts'
import { wordpressReader } from './read-wordpress.server.ts'

const read = (contents: string | Uint8Array) => entriesIn(wordpressReader, { 'site.xml': contents })
const readItems = (...items: string[]) => read(wxr(items))

describe('an export', () => {
  it('is recognised by its first bytes, whatever its name and encoding', async () => {
    const recognises = (name: string, content: string | Uint8Array) =>
      wordpressReader.recognises(sourceFiles({ [name]: content }))
    const old = wxr([wxrItem({ id: 1 })], { version: '1.0' })
    expect(await recognises('export.txt', old)).toBe(true)
    expect(await recognises('export', Buffer.from(`\ufeff${old}`, 'utf16le'))).toBe(true)
    expect(await recognises('feed.xml', '<?xml version="1.0"?><rss version="2.0"><channel/></rss>')).toBe(false)
    expect(await recognises('empty.xml', '')).toBe(false)
    expect(await recognises('ghost.json', '{"db": [], "rss": "wordpress.org/export/1.2"}')).toBe(false)
    await expect(entriesIn(wordpressReader, { 'a.xml': '<rss/>' })).rejects.toThrow('None of the files is an export')
  })

  it('is looked for without opening a picture', async () => {
    const opened: string[] = []
    const files = sourceFiles({ 'a/b.JPG': 'x', 'a.md': 'x' })
    const watched: typeof files = {
      ...files,
      async *list() {
        for await (const file of files.list()) {
          const open = () => {
            opened.push(file.path)
            return file.open()
          }
          yield { ...file, open }
        }
      },
    }
    expect(await wordpressReader.recognises(watched)).toBe(false)
    expect(opened).toEqual(['a.md'])
  })

  it('says its site, its authors with their names, and the authors that only posts name', async () => {
    const author = (login: string, more = '') =>
      `<wp:author><wp:author_login><![CDATA[${login}]]></wp:author_login>${more}</wp:author>`
    const channel = [
      author('priya', '<wp:author_display_name><![CDATA[Priya &amp; Co]]></wp:author_display_name>'),
      author('jo', '<wp:author_first_name>Jo</wp:author_first_name><wp:author_last_name>Łęcki</wp:author_last_name>'),
      author(''),
    ].join('')
    const entries = await read(
      wxr([wxrItem({ id: 1, author: 'Priya' }), wxrItem({ id: 2, author: 'guest' })], { channel }),
    )
    expect(entries[0]).toEqual({ is: 'site', title: 'Old & good', address: 'https://old.example/news' })
    expect(entriesOf(entries, 'author').map(({ sourceId, name }) => [sourceId, name])).toEqual([
      ['priya', 'Priya & Co'],
      ['jo', 'Jo Łęcki'],
      ['guest', 'guest'],
    ])
    expect(entriesOf(entries, 'author')[2]?.notes?.[0]?.sentence).toContain('no name for this author')
    expect(entriesOf(entries, 'post').map(({ author }) => author)).toEqual(['priya', 'guest'])
  })

  it('is read in the encodings that exports have, with the characters that XML forbids', async () => {
    const titles = async (contents: string | Uint8Array) =>
      entriesOf(await read(contents), 'post').map(({ title }) => title)
    const text = (encoding: string) => wxr([wxrItem({ id: 1, title: 'Größe, naïve' })], { encoding })
    const expected = ['Größe, naïve']
    expect(await titles(`\ufeff${text('UTF-8')}`)).toEqual(expected)
    expect(await titles(`\n\n${text('UTF-8')}`)).toEqual(expected)
    expect(await titles(Buffer.from(text('ISO-8859-1'), 'latin1'))).toEqual(expected)
    expect(await titles(Buffer.from(`\ufeff${text('UTF-16')}`, 'utf16le'))).toEqual(expected)
    expect(await titles(Buffer.from(`\ufeff${text('UTF-16')}`, 'utf16le').swap16())).toEqual(expected)
    expect(await titles(Buffer.from(text('utf-16'), 'utf16le'))).toEqual(expected)
    expect(await titles(wxr([wxrItem({ id: 1, title: 'Gr\u0000ö\u000bß\u001fe \u{1f680}' })]))).toEqual(['Größe 🚀'])
    const damaged = entriesOf(await read(Buffer.from(text('UTF-8'), 'latin1')), 'post')
    expect(damaged[0]?.title).toBe('Gr��e, na�ve')
    expect(damaged[0]?.notes).toContainEqual(expect.objectContaining({ subject: 'characters' }))
    await expect(read(text('klingon-1'))).rejects.toThrow('its encoding is “klingon-1”')
  })

  it('has no entities: references stay words, and a definition of types is refused', async () => {
    const bomb = '<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    await expect(read(wxr([]).replace('<rss', `${bomb}<rss`))).rejects.toThrow('document type definition')
    const loose = wxrItem({ id: 1 }).replace(/<title>.*<\/title>/, '<title>R&D &amp; more&nbsp;&unknown; a < b</title>')
    expect(entriesOf(await readItems(loose), 'post')[0]?.title).toBe('R&D & more &unknown; a < b')
    const deep = `${'<wp:x>'.repeat(100)}${'</wp:x>'.repeat(100)}`
    await expect(readItems(wxrItem({ id: 1, more: deep }))).rejects.toThrow('nests elements too deeply')
    await expect(readItems(wxrItem({ id: 1, more: `<wp:x y="${'z'.repeat(200_000)}` }))).rejects.toThrow('never ends')
  })

  it('goes on after wrong tags, and reads texts in several sections', async () => {
    const items = [
      wxrItem({ id: 1, more: '</wp:nothing></b><wp:open><wp:other></wp:open>' }),
      wxrItem({ id: 2, text: 'Code: a[b[0]]>1 and ]]> again' }),
      wxrItem({ id: 3, more: '<category domain="post_tag" nicename="a">A</category>' }).replaceAll('wp:', 'export:'),
    ]
    const file = wxr(items).replace('xmlns:wp=', 'xmlns:export="http://wordpress.org/export/1.2/" xmlns:wp=')
    const posts = entriesOf(await read(file), 'post')
    expect(posts.map(({ sourceId }) => sourceId)).toEqual(['post/1', 'post/2', 'post/3'])
    expect(posts[1]?.text).toBe('Code: a[b[0]]>1 and ]]> again')
    expect(posts[2]?.tags).toEqual(['A'])
  })

  it('ends early: the items before are read, and the end is said', async () => {
    const whole = wxr([wxrItem({ id: 1 }), wxrItem({ id: 2, title: 'The cut one' })])
    for (const end of [whole.indexOf('Words of 2'), whole.indexOf('<wp:post_name>', whole.indexOf('Words of 2')) + 5]) {
      const entries = await read(whole.slice(0, end))
      expect(entriesOf(entries, 'post').map(({ sourceId }) => sourceId)).toEqual(['post/1'])
      expect(entriesOf(entries, 'rest')).toEqual([
        expect.objectContaining({ title: 'site.xml', reason: expect.stringContaining('“The cut one” is cut off') }),
      ])
    }
    const between = await read(wxrBegin() + wxrItem({ id: 1 }))
    expect(entriesOf(between, 'rest')[0]?.reason).toBe('The file ends early: the items before its end are read.')
    expect(entriesOf(await readItems(wxrItem({ id: 1 })), 'rest')).toEqual([])
  })

  it('of several files is one source, whatever their order', async () => {
    const picture = wxrItem({
      ...{ id: 5, type: 'attachment', status: 'inherit', title: 'Team' },
      more: '<wp:attachment_url>https://old.example/news/wp-content/uploads/2021/03/team.jpg</wp:attachment_url>',
      meta: { _wp_attachment_image_alt: 'Our team' },
    })
    const entries = await entriesIn(wordpressReader, {
      '1.xml': wxr([
        wxrItem({ id: 1, meta: { _thumbnail_id: '5' } }),
        wxrItem({ id: 3, type: 'page', name: 'team', parent: 2 }),
      ]),
      '2.xml': wxr([picture, wxrItem({ id: 2, type: 'page', name: 'about' }), wxrItem({ id: 1, title: 'Again' })]),
      'uploads/2021/03/team.jpg': 'a picture',
    })
    expect(entriesOf(entries, 'post')[0]?.picture).toEqual({
      ...{ address: 'https://old.example/news/wp-content/uploads/2021/03/team.jpg', alt: 'Our team' },
    })
    expect(entriesOf(entries, 'page').map(({ path }) => path)).toEqual(['about/team', 'about'])
    expect(entriesOf(entries, 'file')[0]).toMatchObject({
      path: 'uploads/2021/03/team.jpg',
      alt: 'Our team',
      title: 'Team',
    })
    expect(entriesOf(entries, 'rest')).toEqual([
      expect.objectContaining({ title: 'Again', reason: expect.stringContaining('twice') }),
    ])
    const other = wxr([wxrItem({ id: 1 })], { site: 'https://other.example' })
    await expect(entriesIn(wordpressReader, { '1.xml': wxr([]), '2.xml': other })).rejects.toThrow(
      'exports of two sites',
    )
  })

  it('has texts of any length: one that is too long is cut off', async () => {
    const [post] = entriesOf(await readItems(wxrItem({ id: 1, text: 'Endless words. '.repeat(70_000) })), 'post')
    expect(post?.text).toHaveLength(900_000)
    expect(post?.notes).toEqual([expect.objectContaining({ subject: 'length' })])
  })

  it('of any size needs little memory', { tags: 'all' }, async () => {
    // A text of 120 MB and many posts, in a thread with room for a part of one of them.
    const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
    const program = `
      import { parentPort } from 'node:worker_threads'
      const { generatedFile, largeExport, wxrBegin, wxrEnd, wxrItem } = await import(${module('../../../../testing/wordpress-export.ts')})
      const { wordpressReader } = await import(${module('./read-wordpress.server.ts')})
      const [begin, end] = wxrItem({ id: 1, text: 'BEGIN' }).split('BEGIN')
      function* parts() {
        yield wxrBegin() + begin
        for (let part = 0; part < 120; part += 1) yield 'Endless words. '.repeat(70_000) + part
        yield end
        for (const part of largeExport(100, 5_000_000)) if (part.startsWith('<item>')) yield part
        yield wxrEnd
      }
      let posts = 0
      for await (const entry of wordpressReader.read(generatedFile('large.xml', parts), new AbortController().signal))
        if (entry.is === 'post') posts += 1
      parentPort.postMessage(posts)`
    const worker = new Worker(program, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 60 } })
    const [posts] = await once(worker, 'message')
    await worker.terminate()
    expect(posts).toBe(101)
  })

  it('stops when it is told to', async () => {
    const stop = new AbortController()
    const reading = wordpressReader.read(
      generatedFile('large.xml', () => largeExport(50, 1_000_000)),
      stop.signal,
    )
    await reading.next()
    stop.abort()
    await expect(Array.fromAsync(reading)).rejects.toThrow('aborted')
  })
})
