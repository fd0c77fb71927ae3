import { randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Company } from '#contract/company.ts'
import { doneBody } from '#contract/fields.ts'
import { formatIn } from '#contract/zoned-format.ts'
import { type Database, nowIn } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { automatic, type MailKind } from '#server/mail/mail-kind.ts'
import { deleteDeliveries, queueDelivery } from '#server/mail/queue.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { day } from '#server/security/counters.ts'
import { readToken, signToken } from '#server/security/signed-tokens.ts'
import { endedPage, personPage } from './person-page.server.ts'
import { type MadePersonLink, madePersonLink, personLinkInput, personLinkList } from './persons.contract.ts'
import { personLinks } from './persons.table.ts'
import { asOfTime, emailOf, readPerson, withoutNotes } from './read-person.server.ts'

/** How long a link works, in days. */
const linkDays = 7

const purpose = 'person-link'

/** The address of the page. The token is signed, so the table does not have it. */
const urlOf = async (database: Database, publicUrl: string, { id, expiresAt }: { id: string; expiresAt: string }) =>
  `${publicUrl}/your-data/${await signToken(database, purpose, id, Date.parse(expiresAt))}`

const days = formatIn('en-GB', { dateStyle: 'long' })
/** The last day of a link, as its message and its page say it. */
const dayOf = (expiresAt: string, timeZone: string) => days(timeZone).format(new Date(expiresAt))

/** The message with a link, as the site sends it and as staff can copy it. */
const wordsOf = ({ brand, email }: Company, until: string) => ({
  subject: `Your data at ${brand}`,
  lead: `You asked for a copy of the data that ${brand} stores about you. You can read and download it here:`,
  rest: `The link works until ${until}. Anyone who has the link can read the copy. If you did not ask for it, write to ${email}.`,
})

/** A link that works; undefined for any other. */
async function findLink({ db }: Pick<Database, 'db'>, id: string) {
  const row = await db
    .selectFrom('personLinks')
    .innerJoin('persons', 'persons.key', 'personLinks.person')
    .selectAll()
    .where('id', '=', id)
    .where('expiresAt', '>', nowIn(db))
    .executeTakeFirst()
  return row && { ...personLinks.decode(row), email: row.email }
}

export const personLinkRoutes = feature('Persons', async (app, { database, mailService, site }) => {
  route(app, 'GET /persons/:key/links', {
    access: 'readContacts',
    session: true,
    summary: 'List the links to the data of a person',
    answer: personLinkList,
    handler: async ({ params }) => {
      const { db } = database
      const found = db.selectFrom('personLinks').selectAll().where('person', '=', params.key)
      const rows = await found.where('expiresAt', '>', nowIn(db)).orderBy('createdAt', 'desc').orderBy('id').execute()
      const links = rows.map((row) => personLinks.decode(row))
      return {
        links: links.map(({ id: _id, by, createdAt, expiresAt, notes }) => ({ _id, by, createdAt, expiresAt, notes })),
      }
    },
  })

  route(app, 'POST /persons/:key/links', {
    access: 'writeContacts',
    session: true,
    activity: 'always',
    act: 'Create a link to the data of a person',
    summary: 'Create a link to the data of a person, for that person',
    description: `Its page shows what is stored now, to read and to download, without an account and as often as needed within ${linkDays} days. With \`send\` the site emails it to the person; otherwise the answer has it as \`url\`, with a message to copy, and it cannot be read again. \`notes\` says whether the notes of colleagues are in it.`,
    input: personLinkInput,
    answer: { 201: madePersonLink },
    errors: [409],
    handler: async (request): Promise<MadePersonLink> => {
      const { key: person } = request.params
      const { notes, send } = request.body
      if (send && mailService.kind === 'files')
        throw new HttpError(409, 'No mail server is set up (SMTP_URL).', undefined, { code: 'no_mail_server' })
      await emailOf(database, person)
      const { company, publicUrl, timeZone } = await site.now()
      const now = database.clock()
      const link = {
        id: randomUUIDv7(),
        person,
        notes,
        by: staffOf(request).name,
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + linkDays * day).toISOString(),
      }
      await database.transaction(async (trx) => {
        await trx.deleteFrom('personLinks').where('expiresAt', '<=', link.createdAt).execute()
        await trx.insertInto('personLinks').values(personLinks.encode(link)).execute()
        if (send) await queueDelivery(trx, 'personLink', { subjectId: link.id })
      })
      const { id: _id, person: _, ...made } = link
      if (send) return { ...made, _id }
      const url = await urlOf(database, publicUrl, link)
      const { subject, lead, rest } = wordsOf(company, dayOf(link.expiresAt, timeZone))
      return { ...made, _id, url, mail: { subject, text: `${lead}\n\n${url}\n\n${rest}` } }
    },
  })

  route(app, 'DELETE /persons/:key/links/:link', {
    access: 'writeContacts',
    session: true,
    act: 'Revoke a link to the data of a person',
    summary: 'Revoke a link to the data of a person',
    answer: doneBody,
    handler: async ({ params: { key, link } }) => {
      await database.transaction(async (trx) => {
        const revoked = trx.deleteFrom('personLinks').where('id', '=', link).where('person', '=', key)
        if (!(await affectsRows(revoked))) throw notFound('This link no longer exists')
        await deleteDeliveries(trx, [link], { state: 'waiting' })
      })
      return { message: 'Link revoked' }
    },
  })
})

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the link. */
    personLink: undefined
  }
}

/** Mails a person the link to their data. */
export const personLink: MailKind<'personLink'> = ({ database, site, render }) => ({
  longestWait: 0,
  lifetime: linkDays * day,
  async compose({ subjectId = '' }) {
    const link = await findLink(database, subjectId)
    if (!link) return { skip: 'The link was revoked' }
    const { company, publicUrl, timeZone } = await site.now()
    const { subject, ...words } = wordsOf(company, dayOf(link.expiresAt, timeZone))
    const url = await urlOf(database, publicUrl, link)
    const replyTo = { name: company.brand, address: company.email }
    const rendered = await render('PersonLink', { company, subject, url, ...words })
    return { message: { to: link.email, subject, replyTo, headers: automatic, ...rendered } }
  },
})

type Context = Pick<AppContext, 'database' | 'personalData' | 'site'> & {
  /** Counts a page against the limit of its caller. */
  countRender: (request: FastifyRequest) => Promise<void>
}

/** The page of a link, and its downloads. It needs no other file, and nothing may store it. */
export async function servePersonLinks(app: FastifyInstance, { countRender, ...context }: Context): Promise<void> {
  const { database, site } = context
  app.get<{ Params: { token: string }; Querystring: { file?: string } }>(
    '/your-data/:token',
    async (request, reply) => {
      const { params, query } = request
      await countRender(request)
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .header('x-robots-tag', 'noindex, nofollow')
        .type('text/html; charset=utf-8')
      const { company, timeZone } = await site.now()
      const signed = await readToken(database, purpose, params.token)
      const link = signed === null || signed.expired ? undefined : await findLink(database, signed.value)
      const whole = link && (await readPerson(context, link.person, { whole: true }).catch(unlessUnknown))
      if (!link || !whole) return reply.code(404).send(endedPage(company))
      // Colleagues write on, for each other.
      const stored = asOfTime(whole, link.createdAt)
      const person = link.notes ? stored : withoutNotes(stored)
      if (query.file === 'json') {
        const { email, counts, entries, notesLeftOut } = person
        const exported = { email, exportedAt: link.createdAt, counts, notesLeftOut, entries }
        return reply
          .type('application/json; charset=utf-8')
          .header('content-disposition', 'attachment; filename="your-data.json"')
          .send(`${JSON.stringify(exported, null, 2)}\n`)
      }
      if (query.file === 'html') reply.header('content-disposition', 'attachment; filename="your-data.html"')
      const about = { at: link.createdAt, company: company.brand, timeZone }
      const until = query.file === undefined ? dayOf(link.expiresAt, timeZone) : undefined
      return reply.send(personPage(person, { ...about, until }))
    },
  )
}

const unlessUnknown = (error: unknown) => {
  if (error instanceof HttpError && error.status === 404) return undefined
  throw error
}
