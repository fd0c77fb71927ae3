import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Company } from '#contract/company.ts'
import { lookup } from '#contract/lookup.ts'
import type { LegalDocument, legalDocuments } from './legal.contract.ts'

export type LegalName = (typeof legalDocuments)[number]

/** A document as it is in its file, with placeholders for the company's details; `source` is Markdown. */
export type LegalFile = Omit<LegalDocument, 'html'> & {
  source: string
  /** The problem of the file, for the operator. The document is still shown. */
  problem?: string
}

/** The titles of documents whose file has none. */
export const titles: Record<LegalName, string> = {
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  cookies: 'Cookie Policy',
}

const frontMatter = z.object({ title: z.string(), description: z.string(), updated: z.iso.date() })

function pathOf(folders: string[], name: LegalName): string {
  const paths = folders.map((folder) => join(folder, `${name}.md`))
  return paths.find((path) => existsSync(path)) ?? paths[0] ?? ''
}

/** The state of a file, which changes whenever the file does; empty if there is none. */
export const fileState = (folders: string[], name: LegalName): Promise<string> =>
  stat(pathOf(folders, name)).then(
    ({ mtimeMs, size, ino }) => `${mtimeMs}-${size}-${ino}`,
    () => '',
  )

/**
 * Reads a document. With unusable front matter, the document loses its description but is still served.
 * @throws when the file cannot be read
 */
export async function readLegalFile(folders: string[], name: LegalName): Promise<LegalFile> {
  const path = pathOf(folders, name)
  const file = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n').replace(/^\uFEFF/, '')
  const [, head, source = file] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? []
  try {
    if (head === undefined) throw new Error('it does not begin with a front matter between two lines of ---')
    const { title, description, updated } = await readFrontMatter(head)
    return { title, description, updated, source }
  } catch (error) {
    const { mtime } = await stat(path)
    const problem = `${path}: ${error instanceof Error ? error.message : error}`
    return { title: titles[name], description: '', updated: mtime.toISOString().slice(0, 10), source, problem }
  }
}

/** @throws with the reason, in one line */
async function readFrontMatter(text: string) {
  const { parse } = await import('yaml')
  const values = frontMatter.safeParse(parse(text, { prettyErrors: false }))
  if (values.success) return values.data
  const [issue] = values.error.issues
  throw new Error(`its front matter needs title, description and updated (YYYY-MM-DD); see "${issue?.path.join('.')}"`)
}

/**
 * A document with the company's details in place of `{brand}`, `{email}` and so on.
 * @param terms how long data is kept, by placeholder
 */
export const fillIn = <Document extends Omit<LegalFile, 'problem'>>(
  document: Document,
  company: Company,
  terms: Record<string, string>,
): Document => ({
  ...document,
  description: fill(document.description, company, terms),
  source: fill(document.source, company, terms),
})

function fill(text: string, { brand, domain, email, phone, address }: Company, terms: Record<string, string>): string {
  const values: Record<string, string> = {
    ...terms,
    brand,
    domain,
    email,
    phone,
    city: address.city,
    region: address.region,
    country: address.country,
    address: `${address.street}, ${address.city} ${address.postalCode}, ${address.region}, ${address.country}`,
  }
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => lookup(values, name) ?? placeholder)
}
