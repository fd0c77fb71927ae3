// On both databases: transactions that a killed process leaves.
// It starts the program several times.
// @module-tag all
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { startMember } from '#testing/cluster.ts'
import { createTestPlace } from '#testing/test-database.ts'
import type { ContentImport } from '../ground/transfer.contract.ts'

const posts = 60
const [email, password] = ['admin@example.com', 'four rivers meet at dawn']

const post = (number: number) => `<item><title>Post ${number}</title><link>https://old.example/p${number}/</link>
<dc:creator>asha</dc:creator><content:encoded><![CDATA[<p>See <a href="https://old.example/p${(number + 7) % posts}/">another</a>.</p>
<p>${'Many words. '.repeat(400)}</p>]]></content:encoded><wp:post_id>${number + 1}</wp:post_id>
<wp:post_date_gmt>2021-03-04 05:06:07</wp:post_date_gmt><wp:post_name>p${number}</wp:post_name><wp:status>publish</wp:status>
<wp:post_type>post</wp:post_type></item>`

const exported = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_login>asha</wp:author_login><wp:author_display_name>Asha Old</wp:author_display_name></wp:author>
${Array.from({ length: posts }, (_, number) => post(number)).join('\n')}</channel></rss>`

test('an import that is killed while it is applied and while it is undone loses and doubles nothing', {
  timeout: 300_000,
}, async () => {
  const place = await createTestPlace()
  const database = place.config.kind === 'postgres' ? { DATABASE_URL: place.config.url } : {}
  const env = {
    DATA_DIR: place.dataDir,
    ...database,
    SAMPLE_CONTENT: 'false',
    RATE_LIMIT: 'false',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
  }
  const member = await startMember(env)
  try {
    await member.ready()
    let token = ''
    const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
      const json = body !== undefined && !(body instanceof FormData)
      const answer = await fetch(`${member.url}/api${path}`, {
        method,
        body: json ? JSON.stringify(body) : ((body as FormData | undefined) ?? null),
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(json && { 'content-type': 'application/json' }),
        },
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    }
    token = (await call<{ token: string }>('POST', '/identity/sign-in', { email, password })).token
    const form = new FormData()
    form.append('file', new Blob([exported]), 'export.xml')
    const { _id } = await call<ContentImport>('POST', '/content-imports', form)
    const read = () => call<ContentImport>('GET', `/content-imports/${_id}`)
    const until = async (isSo: (one: ContentImport) => boolean) => {
      for (;;) {
        const found = await read()
        if (isSo(found)) return found
        await wait(5)
      }
    }
    const killed = async (isSo: (done: number) => boolean) => {
      await until(({ progress, state }) => isSo(progress?.done ?? 0) || state === 'applied' || state === 'undone')
      await member.end('SIGKILL')
      member.start()
      await member.ready()
    }
    expect(await until(({ state }) => state !== 'reading')).toMatchObject({ state: 'open' })
    await call('POST', `/content-imports/${_id}/apply`)
    await killed((done) => done > 5)
    expect((await read()).state).toBe('applying')
    await killed((done) => done > 30)
    const { counts } = await until(({ state }) => state === 'applied')
    expect(counts).toContainEqual({ kind: 'post', outcome: 'new', count: posts })
    await using direct = await connect(place.config)
    const slugs = async () => (await direct.db.selectFrom('blogs').select('slug').execute()).map(({ slug }) => slug)
    expect((await slugs()).sort()).toEqual(Array.from({ length: posts }, (_, number) => `p${number}`).sort())
    const from = () => direct.db.selectFrom('importedFrom').select('recordId').where('entity', '=', 'blogs').execute()
    expect(await from()).toHaveLength(posts)
    expect((await fetch(`${member.url}/p3/`, { redirect: 'manual' })).headers.get('location')).toMatch(/\/blog\/p3$/)

    await call('POST', `/content-imports/${_id}/undo`)
    await killed(() => true)
    expect((await until(({ state }) => state === 'undone')).kept).toEqual([])
    expect([await slugs(), await from()]).toEqual([[], []])
  } finally {
    await member.end('SIGKILL')
    await place.remove()
  }
})
