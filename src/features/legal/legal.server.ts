import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { plainToHtml } from '#content/markup/plain-text.ts'
import { withRecordLinks } from '#content/render/record-links.ts'
import { renderInBackground, TooIntricate } from '#content/render/rendered-content.ts'
import { siteOriginOf } from '#content/render/stored-rendering.ts'
import type { Company } from '#contract/company.ts'
import { addContentSource } from '#server/database/content-version.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { termsInTexts } from '#server/record/retention.ts'
import { afterFirstAnswer } from '#server/runtime/after-first-answer.ts'
import { notFound } from '#server/runtime/http-error.ts'
import type { ConfigNow } from '#server/site-config/site-config.ts'
import { type LegalDocument, legalDocument, legalDocuments } from './legal.contract.ts'
import { fileState, fillIn, type LegalName, readLegalFile, titles } from './legal-file.shared.server.ts'

/** The Markdown documents of the company or of the program, with the company's details filled in. */
export const legalRoutes = feature('Legal', async (app, { config, database, entities, retentions, site }) => {
  const closing = new AbortController()
  app.addHook('onClose', async () => closing.abort())
  const documents = createDocuments({ config, retentions, site }, app.log, closing.signal)
  // Pages are cached until the content changes; an edited file counts as a change.
  const states = () => Promise.all(legalDocuments.map((name) => fileState(config.legalDirs, name)))
  addContentSource(database, async () => (await states()).join())
  // The log of the start names unusable files.
  afterFirstAnswer(app, () =>
    Promise.all(legalDocuments.map((name) => documents.check(name))).catch((error) => app.log.error(error)),
  )

  route(app, 'GET /legal/:name', {
    access: 'public',
    summary: 'Get a legal document, rendered',
    answer: legalDocument,
    handler: async ({ params }) => {
      const name = legalDocuments.find((name) => name === params.name)
      const document = name && (await documents.read(name))
      if (!document) throw notFound()
      return { ...document, html: await withRecordLinks({ database, entities }, document.html) }
    },
  })
})

type OwnDocument = NonNullable<ConfigNow['legal']>[string]

/** Reads documents, and renders one again only when its file, the version of staff, or the company's details have changed. */
function createDocuments(
  context: Pick<AppContext, 'config' | 'retentions' | 'site'>,
  log: FastifyBaseLogger,
  signal: AbortSignal,
) {
  const { legalDirs, publicUrl } = context.config
  const terms = termsInTexts(context.retentions)
  const files = new Map<LegalName, { state: string; from: unknown[]; file: ReturnType<typeof load> }>()
  const rendered = new WeakMap<object, Promise<string>>()

  async function load(name: LegalName, company: Company, own: OwnDocument = {}) {
    const file = await readLegalFile(legalDirs, name).catch((error: Error) => {
      if (own.source) return { title: titles[name], description: '', updated: '', source: '' }
      log.error(`A legal document cannot be read, so its page is not served: ${error.message}`)
      return null
    })
    if (!file) return null
    if ('problem' in file) log.error(`A legal document is shown without its front matter. ${file.problem}`)
    return fillIn({ ...file, ...own }, company, terms)
  }

  /** The file as it is now; a problem is logged once for each state of the file. */
  async function check(name: LegalName) {
    const { company, legal } = await context.site.draftOrNow()
    const from = [company, legal?.[name]]
    const state = await fileState(legalDirs, name)
    const known = files.get(name)
    if (known?.state === state && isDeepStrictEqual(known.from, from)) return known.file
    const file = load(name, company, legal?.[name])
    files.set(name, { state, from, file })
    return file
  }

  async function render(source: string, forget: () => void): Promise<string> {
    const { html } = await renderInBackground(source, { siteOrigin: siteOriginOf({ publicUrl }), signal }).catch(
      (error) => {
        if (!(error instanceof TooIntricate)) forget()
        return { html: plainToHtml(source) }
      },
    )
    return html
  }

  return {
    check,
    async read(name: LegalName): Promise<LegalDocument | null> {
      const file = await check(name)
      if (!file) return null
      const { title, description, updated, source } = file
      const html = rendered.get(file) ?? render(source, () => rendered.delete(file))
      rendered.set(file, html)
      return { title, description, updated, html: await html }
    },
  }
}
