import { escapeHtml } from '#content/markup/plain-text.ts'
import { type LinkedRecord, parseRecordUrl, permanentPath } from '#contract/record-links.ts'
import type { Database } from '#server/database/connect.ts'
import { type Entity, linkNames } from '#server/record/entity.ts'

export type LinkContext = { database: Database; entities: Entity[] }

/** A link to a record as the renderer writes it: each `<` begins a tag, and links have none inside. */
const link = /<a((?: [^<>]*)?) href="(\/go\/[^"]*)"([^<>]*)>(.*?)<\/a>/gs

/** The most records that one query names. */
const atOnce = 500

const keyOf = ({ entity, id }: LinkedRecord) => `${entity}/${id}`

/**
 * Gives the links to records in rendered HTML the current addresses of their pages. Of a link to a record that visitors do not see, the words are
 * left.
 * @param explain says where such a link leads, for its author: the words get an element with this text, `data-leads-to`
 */
export async function withRecordLinks(
  context: LinkContext,
  html: string,
  explain?: (record: LinkedRecord) => Promise<string>,
): Promise<string> {
  if (!html.includes(`href="${permanentPath}`)) return html
  const records = [...html.matchAll(link)].flatMap(([, , url = '']) => parseRecordUrl(url) ?? [])
  const addresses = await addressesOf(context, records)
  const explained = new Map<string, string>()
  for (const record of explain ? records : []) {
    const key = keyOf(record)
    if (!addresses.has(key) && !explained.has(key)) explained.set(key, (await explain?.(record)) ?? '')
  }
  return html.replace(link, (_, before: string, url: string, after: string, words: string) => {
    const record = parseRecordUrl(url)
    const key = record ? keyOf(record) : ''
    const address = addresses.get(key)
    if (address !== undefined) return `<a${before} href="${withRest(address, url)}"${after}>${words}</a>`
    const explanation = explained.get(key)
    return explanation ? `<span data-leads-to="${escapeHtml(explanation)}">${words}</span>` : words
  })
}

/** Gives links in a list the current addresses of their records. One to a record that visitors do not see is left out. */
export async function withCurrentAddresses<Link extends { to: string }>(
  context: LinkContext,
  links: Link[],
): Promise<Link[]> {
  const named = links.map((link) => ({ link, record: parseRecordUrl(link.to) }))
  const records = named.flatMap(({ record }) => record ?? [])
  if (records.length === 0) return links
  const addresses = await addressesOf(context, records)
  return named.flatMap(({ link, record }) => {
    if (!record) return [link]
    const address = addresses.get(keyOf(record))
    return address === undefined ? [] : [{ ...link, to: withRest(address, link.to) }]
  })
}

/** The current addresses of those that visitors see. */
async function addressesOf({ database, entities }: LinkContext, records: LinkedRecord[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const kind of entities) {
    const names = linkNames(kind)
    const ids = [...new Set(records.filter(({ entity }) => names.includes(entity)).map(({ id }) => id))]
    for (let at = 0; kind.linked && at < ids.length; at += atOnce)
      for (const [id, address] of await kind.linked.find(database, ids.slice(at, at + atOnce)))
        for (const entity of names) found.set(keyOf({ entity, id }), address)
  }
  return found
}

/** Adds the query and the fragment of a link. A place on a page has its own fragment. */
const withRest = (address: string, url: string) =>
  address.includes('#') ? address : `${address}${/[?#].*$/.exec(url)?.[0] ?? ''}`
