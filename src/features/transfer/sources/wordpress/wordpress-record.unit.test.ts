import { describe, expect, it } from 'vitest'
import { entriesIn, entriesOf } from '#testing/source-files.ts'
import { wxr, wxrItem } from '#testing/wordpress-export.ts'
import { wordpressReader } from './read-wordpress.server.ts'

const read = (content: string) => entriesIn(wordpressReader, { 'site.xml': content })
const readItems = (...items: string[]) => read(wxr(items))
const post = async (item: Partial<Parameters<typeof wxrItem>[0]>) => {
  const [record] = entriesOf(await readItems(wxrItem({ id: 7, ...item })), 'post')
  if (!record) throw new Error('There is no post.')
  return record
}

describe('an item', () => {
  it('has its date in UTC, from what the export has of it', async () => {
    const at = async (utc: string, date: string, more: string[] = []) =>
      entriesOf(await readItems(wxrItem({ id: 1, utc, date }), ...more), 'post')[0]
    const none = '0000-00-00 00:00:00'
    expect(await at('2021-03-05 08:30:00', none)).toMatchObject({ at: '2021-03-05T08:30:00.000Z', notes: [] })
    // The site is five and a half hours ahead, as its other items say, and one hour less in winter.
    const winter = wxrItem({ id: 2, date: '2021-01-10 12:00:00', utc: '2021-01-10 07:30:00' })
    const others = [3, 4, 5].map((id) => wxrItem({ id }))
    expect((await at(none, '2021-06-01 05:30:00', [winter, ...others]))?.at).toBe('2021-06-01T00:00:00.000Z')
    expect((await at(none, '2021-01-31 05:30:00', [winter, ...others]))?.at).toBe('2021-01-31T01:00:00.000Z')
    for (const odd of [none, '9999-12-31 00:00:00', '0001-01-01 00:00:00', '2021-02-31 10:00:00', 'soon']) {
      const record = await at(odd, odd)
      expect(record?.at).toBeUndefined()
      expect(record?.notes[0]).toMatchObject({ kind: 'date', subject: odd })
    }
    expect((await post({ status: 'draft', utc: none, date: none })).notes).toEqual([])
  })

  it.for([
    ['publish', 'public'],
    ['draft', 'draft'],
    ['future', 'scheduled'],
    ['pending', 'draft', 'waits for a review'],
    ['private', 'draft', 'is private'],
    ['archived', 'draft', 'status is “archived”'],
  ] as const)('with the status %s becomes %s', async ([status, expected, sentence]) => {
    const record = await post({ status })
    expect(record.status).toBe(expected)
    expect(record.notes.map((note) => note.sentence)).toEqual(sentence ? [expect.stringContaining(sentence)] : [])
  })

  it('with a password, or scheduled without a date, becomes a draft', async () => {
    const locked = await post({ more: '<wp:post_password>secret</wp:post_password>' })
    expect([locked.status, locked.notes[0]?.subject]).toEqual(['draft', 'password'])
    expect(JSON.stringify(locked)).not.toContain('secret')
    const undated = await post({ status: 'future', utc: '0000-00-00 00:00:00', date: '0000-00-00 00:00:00' })
    expect([undated.status, undated.notes[0]?.subject]).toEqual(['draft', 'schedule'])
  })

  it('is left out with the reason, each type by its name', async () => {
    const rests = entriesOf(
      await readItems(
        wxrItem({ id: 1, status: 'trash', title: 'Thrown away' }),
        wxrItem({ id: 2, status: 'auto-draft' }),
        wxrItem({ id: 3, type: 'revision', status: 'inherit' }),
        ...[4, 5].map((id) => wxrItem({ id, type: 'nav_menu_item' })),
        wxrItem({ id: 6, type: 'product', title: 'A lamp' }),
        ...Array.from({ length: 120 }, (_, at) => wxrItem({ id: 100 + at, type: 'shop_order' })),
        wxrItem({
          id: 7,
          more: '<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>Post?</wp:comment_content></wp:comment>'.repeat(
            3,
          ),
        }),
        wxrItem({
          id: 8,
          type: 'attachment',
          title: 'Song',
          more: '<wp:attachment_url>https://old.example/a.mp3</wp:attachment_url>',
        }),
      ),
      'rest',
    )
    const said = rests.map(({ title, reason }) => `${title}: ${reason}`)
    expect(said).toContain('Thrown away: It is in the trash of WordPress.')
    expect(said).toContain('Automatic drafts: 1: Automatic drafts are left out.')
    expect(said).toContain('Revisions: 1: Revisions are left out.')
    expect(said).toContain('Menu items: 2: Menu items are left out.')
    expect(said).toContain('A lamp: Items of the type “product” are left out.')
    expect(said).toContain('shop_order: 20 more: Items of the type “shop_order” are left out.')
    expect(said).toContain('Comments: 3: Comments are left out.')
    expect(said).toContain('Song: Only images and PDFs are imported. Links to the file stay.')
  })

  it('has slugs, titles and terms as people read them', async () => {
    const record = await post({
      title: 'AI &amp; ML: <em>größer</em> &#8211; नमस्ते',
      name: '%e0%a4%a8%e0%a4%ae%e0%a4%b8%e0%a5%8d%e0%a4%a4%e0%a5%87',
      excerpt: '<p>First &amp; second.</p><!-- wp:x /-->',
      terms: [
        { slug: 'uncategorized', name: 'Uncategorized' },
        { slug: 'ai', name: 'AI &amp; ML' },
        { domain: 'post_tag', slug: 'deep', name: 'Deep' },
        { domain: 'post_format', slug: 'post-format-aside', name: 'Aside' },
        { domain: 'genre', slug: 'essay', name: 'Essay' },
      ],
      more: '<wp:is_sticky>1</wp:is_sticky>',
      meta: { subtitle: 'Of old', _edit_last: '1', empty: '' },
    })
    expect(record).toMatchObject({
      ...{ title: 'AI & ML: größer – नमस्ते', slug: 'नमस्ते', excerpt: 'First & second.' },
      ...{ categories: ['AI & ML'], tags: ['Deep'] },
    })
    expect(record.notes.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['field', 'sticky'],
      ['tag', 'genre'],
      ['field', 'subtitle'],
    ])
    expect((await post({ name: '100%-sure' })).slug).toBe('100%-sure')
  })

  it('names its main category first, each with those above it, and their archives lead to the list', async () => {
    const category = (id: number, slug: string, name: string, parent = '') =>
      `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name><![CDATA[${name}]]></wp:cat_name></wp:category>`
    const entries = await read(
      wxr(
        [
          wxrItem({
            id: 1,
            terms: [
              { slug: 'news', name: 'News' },
              { slug: 'k8s', name: 'Kubernetes' },
            ],
            meta: { _yoast_wpseo_primary_category: '3' },
          }),
        ],
        {
          channel:
            category(1, 'cloud', 'Cloud &amp; co', 'loop') +
            category(2, 'loop', 'Loop', 'cloud') +
            category(3, 'k8s', 'Kubernetes', 'cloud'),
        },
      ),
    )
    expect(entriesOf(entries, 'post')[0]?.categories).toEqual(['Loop › Cloud & co › Kubernetes', 'News'])
    const to = `/blog?category=${encodeURIComponent('Loop › Cloud & co › Kubernetes')}`
    const redirects = entriesOf(entries, 'redirect').map(({ from, to }) => [from, to])
    expect(redirects).toContainEqual(['https://old.example/news/?cat=3', to])
    expect(redirects).toContainEqual(['https://old.example/news/category/loop/cloud/k8s/', to])
    expect(redirects).toContainEqual(['https://old.example/news/category/news/', '/blog?category=News'])
  })

  it('has all addresses that it ever had', async () => {
    const record = await post({
      name: 'gr%c3%b6%c3%9fe',
      link: 'https://old.example/news/2021/03/05/gr%c3%b6%c3%9fe.html',
      meta: { _wp_old_slug: 'size', _wp_old_date: '2020-12-31' },
    })
    expect(record.addresses).toEqual([
      'https://old.example/news/2021/03/05/gr%c3%b6%c3%9fe.html',
      'https://old.example/news/?p=7',
      'https://old.example/news/2021/03/05/size.html',
      'https://old.example/news/2020/12/31/gr%c3%b6%c3%9fe.html',
    ])
    const [page] = entriesOf(
      await readItems(
        wxrItem({ id: 9, type: 'page', link: 'https://old.example/news/', guid: 'http://localhost/?page_id=9' }),
      ),
      'page',
    )
    expect(page?.addresses).toEqual(['https://old.example/news/?p=9', 'https://old.example/news/?page_id=9'])
  })

  it('names its smaller pictures, and the pictures and texts within its text', async () => {
    const upload = 'https://old.example/news/wp-content/uploads/2021/03'
    const entries = await readItems(
      wxrItem({
        id: 1,
        text: `<img class="wp-image-5" src="${upload}/team-300x200.jpg"> [gallery] <!-- wp:block {"ref":8} /-->`,
        meta: { footnotes: '[{"id":"a","content":"A note"}]', _thumbnail_id: '99' },
      }),
      wxrItem({
        ...{ id: 5, type: 'attachment', status: 'inherit', parent: 1, excerpt: 'A <b>caption</b>' },
        more: `<wp:attachment_url>${upload}/team-scaled.jpg</wp:attachment_url>`,
        meta: { _wp_attachment_metadata: 'a:1:{s:5:"sizes";a:1:{s:4:"file";s:15:"team-100x90.jpg";}}' },
      }),
      wxrItem({ id: 8, type: 'wp_block', text: '<!-- wp:block {"ref":8} /--><p>Reused</p>' }),
    )
    expect(entriesOf(entries, 'file')[0]?.addresses).toEqual([
      `${upload}/team-scaled.jpg`,
      `${upload}/team-100x90.jpg`,
      `${upload}/team-300x200.jpg`,
    ])
    const [record] = entriesOf(entries, 'post')
    expect(record?.facts).toEqual({
      ...{ site: 'https://old.example/news', address: 'https://old.example/news/2021/03/post-1/' },
      files: { 5: { address: `${upload}/team-scaled.jpg`, caption: 'A caption' } },
      ...{ attached: ['5'], footnotes: '[{"id":"a","content":"A note"}]' },
      blocks: { 8: '<!-- wp:block {"ref":8} /--><p>Reused</p>' },
    })
    expect(record?.notes).toEqual([expect.objectContaining({ kind: 'picture', subject: 'attachment 99' })])
  })

  it.for([
    [{ _yoast_wpseo_title: '%%title%% %%page%% %%sep%% %%sitename%%' }, undefined],
    [
      { _yoast_wpseo_title: 'Moving %%title%% %%sep%% %%sitename%%', _yoast_wpseo_metadesc: 'Why &amp; how' },
      { title: 'Moving A move', description: 'Why & how' },
    ],
    [
      { rank_math_title: '%title% in %primary_category% %sep% %sitename%', rank_math_description: '100% of %excerpt%' },
      { title: 'A move in Cloud', description: '100% of In short' },
    ],
    [
      {
        _aioseo_title: '#post_title for #cloud #separator_sa #site_title',
        _aioseo_og_image_custom_url: 'https://old.example/a.png',
      },
      { title: 'A move for #cloud', picture: 'https://old.example/a.png' },
    ],
    [{ _aioseop_title: 'By hand | Old & good', _aioseop_description: 'In short' }, { title: 'By hand' }],
    [{ _yoast_wpseo_title: '%%cf_unknown%%', _yoast_wpseo_metadesc: ' ' }, undefined],
  ] as const)('reads the search title and description of %o', async ([meta, seo]) => {
    const terms = [{ slug: 'cloud', name: 'Cloud' }]
    expect((await post({ title: 'A move', excerpt: 'In short', terms, meta })).seo).toEqual(seo)
  })

  it('of a page builder keeps its words', async () => {
    const data = [
      {
        elements: [
          { widgetType: 'heading', settings: { title: 'We build', header_size: 'h3', title_color: '#fff' } },
          { widgetType: 'text-editor', settings: { editor: '<p>All <b>words</b></p>' } },
          { widgetType: 'image', settings: { image: { url: 'https://old.example/a.jpg', alt: 'A "hill"' } } },
          { widgetType: 'button', settings: { text: 'Talk to us', link: { url: '/contact' } } },
        ],
      },
    ]
    const record = await post({ text: ' ', meta: { _elementor_data: JSON.stringify(data) } })
    expect(record.text).toBe(
      '<h3>We build</h3>\n\n<p>All <b>words</b></p>\n\n<p><img src="https://old.example/a.jpg" alt="A &quot;hill&quot;"></p>\n\n<p><a href="/contact">Talk to us</a></p>',
    )
    expect(record.notes[0]?.subject).toBe('Elementor')
    const bricks = await post({ text: '', meta: { _bricks_page_content_2: 'a:1:{}', _wp_page_template: 'wide.php' } })
    expect(bricks.notes.map(({ sentence }) => sentence)).toEqual([
      'It was built with Bricks, which keeps its words apart from the text. They are left out.',
      'Its page template “wide.php” is left out.',
    ])
    expect((await post({ text: 'Own words', meta: { _elementor_data: JSON.stringify(data) } })).text).toBe('Own words')
    expect((await post({ text: '', meta: { _elementor_data: '[{broken' } })).text).toBe('')
  })
})
