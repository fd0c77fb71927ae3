import { LRUCache } from 'lru-cache'
import { withRecordLinks } from '#content/render/record-links.ts'
import { previewTurns, renderText } from '#content/render/rendered-content.ts'
import { siteOriginOf, storedVideos } from '#content/render/stored-rendering.ts'
import { may, onlyDrafts } from '#contract/roles.ts'
import { previewRoute } from '#features/published/published-routes.shared.server.ts'
import { topicsNow } from '#features/subscribers/ground/subscribers.shared.server.ts'
import { keepVideos } from '#features/videos/videos.shared.server.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { disconnectSignal, gone, notFound } from '#server/runtime/http-error.ts'
import {
  type Audience,
  audienceWords,
  newsletterPreview,
  previewedNewsletter,
  sharedNewsletter,
  type TypedNewsletter,
  typedNewsletter,
} from '../ground/newsletters.contract.ts'
import { newsletters, type StoredNewsletter } from '../ground/newsletters.table.ts'
import {
  asNewsletter,
  forStaff,
  renderAnyway,
  renderNewsletter,
  testOf,
} from '../message/newsletter-message.shared.server.ts'
import { findNotification } from '../sending/notification-status.shared.server.ts'
import { bodyLimit } from '../sending/sending-routes.shared.server.ts'
import { findNewsletter } from './newsletters.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the newsletter, its recipient the member of staff who asked for it, its payload the unsaved values. */
    newsletterTest: TypedNewsletter
  }
}

export const newsletterMessageRoutes = feature('Newsletters', async (app, context) => {
  const { config, database, mailService, fetchOutside } = context

  route(app, 'POST /newsletters/preview', {
    access: 'staff',
    activity: 'step',
    bodyLimit,
    summary: 'Get the message of a newsletter as it would be sent',
    description:
      'Renders the newsletter in the body, which need not be stored. Sends nothing. `bytes` is the size of the HTML.',
    input: typedNewsletter,
    answer: newsletterPreview,
    handler: async (request, reply) => {
      const newsletter = asNewsletter(request.body)
      const staff = staffOf(request)
      await previewTurns.acquireFor(staff.id, reply)
      // Read-only roles do not cause fetches.
      if (may(staff, 'writeNewsletters'))
        await keepVideos({ database, fetchOutside }, newsletter.body, { isDraft: onlyDrafts(staff) })
      const mailContext = { ...context, render: mailService.render }
      const rendered = await renderNewsletter(mailContext, newsletter, { signal: disconnectSignal(reply) })
      const message = forStaff(rendered, config, staff.name)
      return { ...message, bytes: Buffer.byteLength(message.html) }
    },
  })

  const htmlOf = renderOnce(context)
  route(app, 'GET /newsletters/by-code/:code', {
    access: 'public',
    summary: 'Get a newsletter that was sent, by its code',
    description:
      'Never cached. 404 until its hold has ended, after it was undone, and with the code `gone` once it was deleted. The code of a post answers where the post is.',
    answer: sharedNewsletter,
    errors: [404],
    handler: async ({ params: { code } }, reply) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow')
      const { content, fixedAt, holdUntil, blogId, newsletterId } = (await findNotification(database, { code })) ?? {}
      if (blogId) return { title: 'Newsletter', movedTo: await addressOfPost(context, blogId) }
      if (!content || !fixedAt || !holdUntil || holdUntil > database.now()) throw notFound('Newsletter not found')
      const stored = await findNewsletter(database.db, newsletterId ?? '')
      if (!stored) throw gone('Newsletter not found')
      const { correctedAt } = stored
      const { title, body } = correctedAt === undefined ? content : stored
      const html = await htmlOf(body)
      return { title, html, at: holdUntil, ...(correctedAt !== undefined && { correctedAt }) }
    },
  })

  const preview = {
    table: newsletters,
    find: (id: string) => findNewsletter(database.db, id),
    changed: async (columns: object) => columns,
  }
  previewRoute(app, database, preview, {
    one: 'newsletter',
    answer: previewedNewsletter,
    async toAnswer(found) {
      const { id, subject, title, preheader, greeting, body, audience } = found as StoredNewsletter
      const [html, to] = [await htmlOf(body), await audienceForGuests(context, audience)]
      return { _id: id, title: title || subject, subject: subject || title, preheader, greeting, html, to }
    },
  })
})

/** An audience in words for people outside: without the names of imported files and of other newsletters. */
async function audienceForGuests({ database, site }: Pick<AppContext, 'database' | 'site'>, audience: Audience) {
  const topics = await topicsNow(site)
  const asked = audience.to === 'course' ? audience.courseId : ''
  const courses = database.db.selectFrom('courses').select(['id as _id', 'title']).where('id', '=', asked)
  const named = (await courses.where('deletedAt', 'is', null).execute()).map((course) => ({ ...course, people: 0 }))
  return audienceWords(audience, { topics, courses: named, imports: [], newsletters: [] })
}

/** Renders the text of a newsletter as a page shows it, once. The last ones stay in memory. */
function renderOnce(context: Pick<AppContext, 'config' | 'database' | 'entities'>) {
  const { config, database } = context
  const rendered = new LRUCache<string, Promise<string>>({ max: 20 })
  async function render(source: string): Promise<string> {
    const videos = await storedVideos(database, source)
    return (await renderText(source, { siteOrigin: siteOriginOf(config), videos })).html
  }
  return async (source: string): Promise<string> => {
    const html = rendered.get(source) ?? renderAnyway(source, render)
    rendered.set(source, html)
    html.catch(() => rendered.delete(source))
    return withRecordLinks(context, await html)
  }
}

/** @throws HttpError 404 for a post that visitors do not see */
async function addressOfPost({ database, entities }: Pick<AppContext, 'database' | 'entities'>, id: string) {
  const posts = entities.find(({ table }) => table.name === 'blogs')?.linked
  const address = (await posts?.find(database, [id]))?.get(id)
  if (address === undefined) throw notFound('Newsletter not found')
  return address
}

/** Composes a newsletter, sent or not, for one member of staff. */
export const newsletterTest = testOf<'newsletterTest'>(async (context, id, typed) => {
  const stored = await findNewsletter(context.database.db, id)
  return stored && renderNewsletter(context, asNewsletter({ ...stored, ...typed }))
})
