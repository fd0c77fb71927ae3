import type { FastifyInstance } from 'fastify'
import { entities } from '#app/entities.server.ts'
import { readTarget } from '#app/ssr/address.ts'
import { parseRecordUrl, permanentPath } from '#contract/record-links.ts'
import type { Database } from '#server/database/connect.ts'
import { linkNames } from '#server/record/entity.ts'
import { findPreview } from '#server/record/preview-links.ts'
import { notFound } from '#server/runtime/http-error.ts'

const formerPages = { '/letters/*': '/newsletters', '/course-request': '/registration' }

export async function serveRedirects(app: FastifyInstance, { database }: { database: Database }) {
  // The back office exists in the fragment only; its clean addresses redirect there.
  for (const url of ['/admin', '/admin/*', '/subscribers']) {
    app.get(url, async (request, reply) => {
      const target = readTarget(request.url)
      if (!target) throw notFound()
      const { pathname, search } = target
      const path = pathname === '/subscribers' ? '/admin/subscribers' : pathname.replace(/\/+$/, '')
      return reply.header('cache-control', 'no-cache').redirect(`/#${path}${search}`, 302)
    })
  }

  // Messages that were sent have the former addresses of pages.
  for (const [former, path] of Object.entries(formerPages)) {
    app.get(former, async (request, reply) => {
      const target = readTarget(request.url)
      if (!target) throw notFound()
      return reply.redirect(`${path}${target.pathname.slice(former.replace(/\/\*$/, '').length)}${target.search}`, 301)
    })
  }

  // Preview links do not name their record. Their address redirects to the page for this kind of record, and that of an answer to its form.
  for (const [url, fragment] of [
    ['/preview/:token', ''],
    ['/preview/:token/answer', '#answer'],
  ] as const)
    app.get<{ Params: { token: string } }>(url, async (request, reply) => {
      const { token } = request.params
      const found = await findPreview(database.db, token)
      if (!found) throw notFound()
      const search = readTarget(request.url)?.search ?? ''
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex, nofollow')
        .redirect(`/preview/${found.entity}/${encodeURIComponent(token)}${search}${fragment}`, 302)
    })

  // The permanent address of a record leads to its page, or to the page of all while visitors do not see the record. Pages of this site show
  // the page's address instead; the permanent one is in the text as staff typed it, which the API returns.
  app.get(`${permanentPath}*`, async (request, reply) => {
    const record = parseRecordUrl(request.url)
    const linked = entities.find((entity) => record && linkNames(entity).includes(record.entity))?.linked
    if (!record || !linked) throw notFound()
    const address = (await linked.find(database, [record.id])).get(record.id) ?? linked.list
    if (address === undefined) throw notFound()
    return reply.header('cache-control', 'no-cache').redirect(address, 302)
  })
}
