import { parseRecordUrl } from '#contract/record-links.ts'
import { addressOf } from '#server/database/lifecycle.ts'
import { type Entity, linkNames, pathTo } from '#server/record/entity.ts'
import type { Names } from './file-names.ts'
import { pathsOfMedia } from './media-files.server.ts'
import { findRows, type ReadOptions } from './read-rows.server.ts'

const media =
  /\/media\/([0-9a-f]{16,64})-\d{1,5}(?:x\d{1,5})?\.(?:webp|avif|jpe?g|png)|\/files\/([0-9a-f]{32})\/[\w-]+\.pdf/g
const permanent = /\/go\/\w+\/[\w-]+(?:\/[\w-]*)?/g

export type Links = {
  /** A text with relative links to the files of the export, and the addresses of the site to its records. @param path that of its document */
  relink(text: string, path: string): string
  addressOf(entity: string, id: string): string | undefined
}

/** Finds what some texts link to. */
export async function linksIn(
  options: ReadOptions & { origin: string; names: Names },
  texts: string,
  named: { entity: string; id: string }[] = [],
): Promise<Links> {
  const { origin, names } = options
  const paths = await pathsOfMedia(options, names, texts)
  const records = [...texts.matchAll(permanent)].flatMap(([url]) => parseRecordUrl(url) ?? [])
  const addresses = await addressesOf(options, [...records, ...named])
  const addressIn = (entity: string, id: string) => addresses.get(`${entity}/${id}`)
  return {
    addressOf: addressIn,
    relink(text, path) {
      const up = '../'.repeat(path.split('/').length - 1)
      return text
        .replaceAll(`${origin}/media/`, '/media/')
        .replaceAll(`${origin}/files/`, '/files/')
        .replaceAll(`${origin}/go/`, '/go/')
        .replace(outside(media), (whole, before: string, picture?: string, file?: string) => {
          const found = paths.get(picture ?? file ?? '')
          return found === undefined ? whole : `${before}${up}${found}`
        })
        .replace(outside(permanent), (whole, before: string) => {
          const record = parseRecordUrl(whole.slice(before.length))
          const found = record && addressIn(record.entity, record.id)
          return found === undefined ? whole : `${before}${found}`
        })
    },
  }
}

/** Addresses that begin with a slash, and are not a part of another one. */
const outside = ({ source }: RegExp) => new RegExp(`(^|[^\\w/.:-])(?:${source})`, 'g')

/** The paths of records in the site, as it would serve them, also those of drafts. */
async function addressesOf(
  options: ReadOptions,
  records: { entity: string; id: string }[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { entity } of options.tables) {
    if (!entity) continue
    const kinds = linkNames(entity)
    const ids = records.filter((one) => kinds.includes(one.entity)).map(({ id }) => id)
    if (ids.length === 0) continue
    for (const [id, address] of await pathsOf(options, entity, ids))
      for (const kind of kinds) found.set(`${kind}/${id}`, address)
  }
  return found
}

async function pathsOf(options: ReadOptions, { table, path, linked }: Entity, ids: string[]) {
  const column = addressOf(table)
  if (path === undefined || !column) return (await linked?.find(options.database, ids)) ?? new Map<string, string>()
  const rows = await findRows(options, table, 'id', ids, ['id', column])
  return new Map(rows.map(({ id, [column]: slug }) => [String(id), pathTo(path, String(slug))]))
}
