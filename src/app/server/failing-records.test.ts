// On both databases: a transaction that fails is another one in each.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { queueDueNotifications } from '#features/blog/notification/post-notification.server.ts'
import { contactRetentions } from '#features/contact/inbox/contact-personal-data.server.ts'
import { trashRetention } from '#features/trash/trash.server.ts'
import type { Schema } from '#server/database/schema.ts'
import { day } from '#server/security/counters.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
let ahead = 0
beforeAll(async () => {
  site = await startTestApp(
    { rateLimit: false, newsletter: { hold: 0.5, confirm: false } },
    { clock: () => Date.now() + ahead },
  )
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const make = async (path: string, body: object): Promise<string> => {
  const answer = await call('POST', path, body)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json())._id
}

/** Every change of one row fails from now on, as with data that no program can process. */
async function breakRow(table: keyof Schema, event: 'insert' | 'update' | 'delete', column: string, value: string) {
  const row = event === 'insert' ? 'new' : 'old'
  const name = `broken ${table} ${event}`
  const run = (statement: string) => sql.raw(statement).execute(site.database.db)
  if (!inject('postgresUrl')) {
    const when = `when ${row}."${column}" = '${value}'`
    return run(
      `create trigger "${name}" before ${event} on "${table}" ${when} begin select raise(abort, 'broken row'); end`,
    )
  }
  await run(`create function "${name}"() returns trigger language plpgsql as
    $$ begin if ${row}."${column}" = '${value}' then raise exception 'broken row'; end if; return ${event === 'delete' ? 'old' : 'new'}; end $$`)
  await run(`create trigger "${name}" before ${event} on "${table}" for each row execute function "${name}"()`)
}

/** What System says of records that failed. */
const lacks = async (): Promise<string[]> => (await (await call('GET', '/api/system')).json()).lacks

test('a record in the trash that cannot be deleted keeps none of the others there, and System names it', async () => {
  const titles = ['Tidal power', 'Wind power', 'Solar power']
  const ids: string[] = []
  for (const title of titles)
    ids.push(await make('/api/blogs', { title, slug: title.replace(' ', '-'), excerpt: 'x', category: 'Cloud' }))
  for (const id of ids) await call('DELETE', `/api/blogs/${id}`)
  await breakRow('blogs', 'delete', 'id', ids[0] ?? '')
  const emptied = await (await call('DELETE', '/api/trash')).json()
  expect(emptied).toEqual({ message: expect.stringContaining('still in the trash'), deleted: 2 })
  ahead = 40 * day
  expect(await site.eraseOld(trashRetention)).toBe(0)
  ahead = 0
  const left = await (await call('GET', '/api/trash')).json()
  expect(left.map(({ name }: { name: string }) => name)).toEqual(['Tidal power'])
  expect((await lacks()).join()).toContain(`A record could not be deleted from the trash (${ids[0]})`)
})

test('a newsletter that cannot be sent does not hold up the next one', async () => {
  await addSubscribers(site.database, 1, { email: 'reader@partner.example' })
  const newsletters: string[] = []
  for (const title of ['Broken', 'Sound'])
    newsletters.push(await make('/api/newsletters', { title, body: 'Twelve seats.' }))
  await breakRow('notifications', 'update', 'newsletterId', newsletters[0] ?? '')
  for (const id of newsletters) expect((await call('POST', `/api/newsletters/${id}/send`, {})).status).toBe(200)
  // The mail server has no part in this.
  const fixed = () =>
    site.database.db.selectFrom('notifications').select('newsletterId').where('fixedAt', 'is not', null)
  await expect.poll(() => fixed().execute()).toEqual([{ newsletterId: newsletters[1] }])
  expect((await lacks()).join()).toContain('A newsletter could not be sent (')
})

test('nor does a planned post whose notification cannot be queued', async () => {
  const ids: string[] = []
  for (const title of ['One', 'Two'])
    ids.push(
      await make('/api/blogs', {
        ...{ title, slug: title, excerpt: 'x', content: 'x', category: 'Cloud', published: true },
        ...{ publishAt: new Date(Date.now() + day).toISOString(), sendNotification: true },
      }),
    )
  await breakRow('notifications', 'insert', 'blogId', ids[0] ?? '')
  ahead = 2 * day
  await queueDueNotifications(site, site.app.log)
  ahead = 0
  const rows = site.database.db.selectFrom('notifications').select('blogId').where('blogId', 'in', ids)
  expect(await rows.execute()).toEqual([{ blogId: ids[1] }])
})

test('nor an old request that cannot be deleted', async () => {
  for (const subject of ['Broken', 'Sound'])
    await site.post('/api/contact', { name: 'Raj', email: 'raj@partner.example', subject, message: 'They move.' })
  await site.database.db
    .updateTable('contactRequests')
    .set({ status: 'resolved', lastAt: new Date(0).toISOString(), createdAt: new Date(0).toISOString() })
    .execute()
  await site.database.db.deleteFrom('contactEvents').execute()
  await breakRow('contactRequests', 'delete', 'subject', 'Broken')
  const settings = { own: { consent: { resolvedMonths: '12' } }, timeZone: 'Asia/Kolkata' }
  ahead = Date.parse('2027-03-03T23:00:00Z') - Date.now()
  for (const one of contactRetentions) await site.eraseOld(one, settings)
  ahead = 0
  const left = await site.database.db.selectFrom('contactRequests').select('subject').execute()
  expect(left).toEqual([{ subject: 'Broken' }])
})
