import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { renderInBackground, TooIntricate } from '#content/render/rendered-content.ts'
import { renderingOrPlain, siteOriginOf } from '#content/render/stored-rendering.ts'
import type { Company } from '#contract/company.ts'
import type { Config } from '#server/config.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { notFound } from '#server/http/errors.ts'
import { contentFolder } from '#server/program-files.ts'
import { type LegalDocument, legalDocument, legalDocuments } from './legal.contract.ts'

const frontMatter = z.object({ title: z.string(), description: z.string(), updated: z.iso.date() })

/** The Markdown documents in `content/`, with the company's details filled in. */
export const legalRoutes: FeatureRoutes = async (app, { config }) => {
  const closing = new AbortController()
  const readDocument = cacheDocuments(config, closing.signal)
  app.addHook('onClose', async () => closing.abort())

  app.get(
    '/legal/:name',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Legal'],
        summary: 'Get a legal document, rendered',
        params: z.object({ name: z.string() }),
        response: { 200: legalDocument },
      },
    },
    async ({ params }) => {
      if (!legalDocuments.some((name) => name === params.name)) throw notFound()
      return readDocument(params.name)
    },
  )
}

/** Returns a function that reads a document, rendering it again only when its file has changed. */
function cacheDocuments(config: Config, signal: AbortSignal) {
  const cache = new Map<string, { file: string; document: Promise<LegalDocument> }>()

  return async function read(name: string): Promise<LegalDocument> {
    const file = await readFile(join(contentFolder, `${name}.md`), 'utf8')
    const cached = cache.get(name)
    if (cached?.file === file) return cached.document
    const document = renderDocument(file)
    cache.set(name, { file, document })
    return document

    async function renderDocument(file: string): Promise<LegalDocument> {
      const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? []
      const { title, description, updated } = frontMatter.parse((await import('yaml')).parse(head))
      const source = fill(body, config.company)
      const { html } = await renderInBackground(source, { siteOrigin: siteOriginOf(config), signal }).catch((error) => {
        if (!(error instanceof TooIntricate)) cache.delete(name)
        return renderingOrPlain(source, {})
      })
      return { title, description: fill(description, config.company), updated, html }
    }
  }
}

/** Replaces `{brand}`, `{email}` and so on by the company's details. */
function fill(text: string, { brand, domain, email, phone, address }: Company): string {
  const values: Record<string, string> = {
    brand,
    domain,
    email,
    phone,
    address: `${address.street}, ${address.city} ${address.postalCode}, ${address.region}, ${address.country}`,
  }
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}
