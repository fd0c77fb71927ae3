import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import type { Company } from '#contract/company.ts'
import { errorAnswers, notFound } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { renderedContent } from '#server/rendered-content.ts'
import { type LegalDocument, legalDocument, legalDocuments } from './legal.contract.ts'

const folder = resolve(import.meta.dirname, '../../../content')

const frontMatter = z.object({ title: z.string(), description: z.string(), updated: z.iso.date() })

/** The documents that stand in `content/` as Markdown, with the company's own names set in. */
export const legalRoutes: Feature = async (app, { config }) => {
  app.get(
    '/legal/:name',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Legal'],
        summary: 'A legal document, rendered',
        params: z.object({ name: z.string() }),
        response: { 200: legalDocument, ...errorAnswers(404, 429) },
      },
    },
    async ({ params }) => {
      if (!legalDocuments.some((name) => name === params.name)) throw notFound()
      return readLegalDocument(params.name, config.company)
    },
  )
}

async function readLegalDocument(name: string, company: Company): Promise<LegalDocument> {
  const file = await readFile(resolve(folder, `${name}.md`), 'utf8')
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? []
  const { title, description, updated } = frontMatter.parse(parse(head))
  const { html } = await renderedContent(fill(body, company))
  return { title, description: fill(description, company), updated, html }
}

/** Sets the company's names where a document says `{brand}`, `{email}` and so on. */
function fill(text: string, { brand, domain, email, phone, address }: Company): string {
  const words: Record<string, string> = {
    brand,
    domain,
    email,
    phone,
    address: `${address.street}, ${address.city} ${address.postalCode}, ${address.region}, ${address.country}`,
  }
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => words[name] ?? placeholder)
}
