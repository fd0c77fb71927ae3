import * as z from 'zod/mini'
import { countsInWords, personAnswer } from '#contract/persons.ts'
import { nameRecord } from '#server/activity/log-calls.ts'
import { type Database, nowIn } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { kindOf } from '#server/database/dialect.ts'
import type { Job } from '#server/database/jobs.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { isAddress } from '#server/record/personal-data.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { hour } from '#server/security/counters.ts'
import { erasePerson, erasureFinisher, rememberPerson } from './erasures.shared.server.ts'
import { personPage } from './person-page.server.ts'
import { eraseAnswer, eraseInput, exportQuery, findPerson, foundPerson } from './persons.contract.ts'
import { emailOf, forgetUnknown, isKnown, readPerson, type StoredPerson, withoutNotes } from './read-person.server.ts'

/** Other machines erase too, and a process may be killed. */
export const unfinishedErasures: Job<Pick<AppContext, 'config' | 'database' | 'personalData'>> = {
  name: 'Finish erasing data',
  once: 'process',
  every: hour,
  async work(context, log) {
    await erasureFinisher(context, log)()
    await forgetUnknown(context.database, context.personalData)
  },
}

export const personRoutes = feature('Persons', async (app, context) => {
  const { config, database, personalData, site } = context
  const finishErasures = erasureFinisher(context, app.log)

  route(app, 'POST /persons/find', {
    access: 'readContacts',
    session: true,
    activity: 'step',
    summary: 'Find the key of the person with an address',
    description:
      'Answers 404 when nothing is stored about the address. The key is the same for any case of its letters.',
    input: findPerson,
    answer: foundPerson,
    handler: async ({ body }) => {
      const email = body.email.toLowerCase()
      if (!(await isKnown(database.db, personalData, email))) throw notFound('Nothing is stored about this address')
      return { key: await rememberPerson(database, email) }
    },
  })

  route(app, 'GET /persons/:key', {
    access: 'readContacts',
    session: true,
    summary: 'Get everything that is stored about one address, in order of time',
    answer: personAnswer,
    handler: async ({ params }) => readPerson(context, params.key),
  })

  route(app, 'GET /persons/:key/export', {
    access: 'writeContacts',
    session: true,
    activity: 'always',
    act: 'Export a person',
    summary: 'Download everything that is stored about one address',
    description:
      'As JSON with each row as it is stored or, with `format=html` or `Accept: text/html`, as a page to read, which needs no other file. It has the notes of colleagues; with `notes=without` it says how many it leaves out.',
    query: exportQuery,
    answer: {
      description: 'Everything stored about the person.',
      content: { 'application/json': { schema: z.string() }, 'text/html': { schema: z.string() } },
    },
    handler: async ({ params, query, headers }, reply) => {
      const whole = await readPerson(context, params.key, { whole: true })
      const person: StoredPerson = query.notes === 'without' ? withoutNotes(whole) : whole
      const html = query.format === 'html' || (!query.format && /\btext\/html\b/.test(headers.accept ?? ''))
      const at = nowIn(database.db)
      const day = dayIn(config.timeZone)(at)
      reply
        .header('content-disposition', `attachment; filename="person-${day}.${html ? 'html' : 'json'}"`)
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
      if (html) {
        const { company } = await site.now()
        return reply
          .type('text/html; charset=utf-8')
          .send(personPage(person, { at, company: company.brand, timeZone: config.timeZone }))
      }
      const { email, counts, entries, notesLeftOut } = person
      const exported = { email, exportedAt: at, counts, notesLeftOut, entries }
      return reply.type('application/json; charset=utf-8').send(`${JSON.stringify(exported, null, 2)}\n`)
    },
  })

  route(app, 'POST /persons/:key/erase', {
    access: 'writeContacts',
    session: true,
    act: 'Erase a person',
    summary: 'Erase everything that is stored about one address',
    description:
      'Deletes it from the tables, the trash, the search and the queue of messages, and overwrites it. A keyed hash stays, so that no import and no restore brings it back.',
    input: eraseInput,
    answer: eraseAnswer,
    handler: async (request) => {
      const { key } = request.params
      const email = await emailOf(database, key)
      await refuseAccount(database, email)
      // A seat that was offered to the person is free now, which the public pages show.
      const counts = await changeContent(database, async (trx) => {
        const erased = await erasePerson(trx, personalData, email, { hash: key, by: staffOf(request).name })
        // The log says how much, and not whom.
        nameRecord(request, countsInWords(erased), 'delete')
        return erased
      })
      const overwritten = await finishErasures(email)
      return {
        message: `Personal data deleted: ${countsInWords(counts) || 'nothing was left'}.${overwritten ? '' : notOverwritten}`,
        counts: counts.filter(({ count }) => count > 0),
        ...((!overwritten || kindOf(database.db) === 'sqlite') && { overwritten }),
      }
    },
  })
})

/** The end of the answer when the files have the data for longer. */
const notOverwritten = ' Traces are still in the site’s files. They are overwritten automatically as soon as possible.'

/** @throws HttpError 409 for the address of a colleague */
async function refuseAccount({ db }: Database, email: string): Promise<void> {
  const user = await db.selectFrom('users').select('id').where(isAddress('email', email)).executeTakeFirst()
  if (user) throw new HttpError(409, 'This is a colleague’s address. Delete their account under Users.')
}
