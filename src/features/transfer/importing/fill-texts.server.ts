import { recordUrl } from '#contract/record-links.ts'
import { encodedAddress, withAddresses } from '../ground/source.ts'
import type { Note } from '../ground/transfer.contract.ts'
import type { ItemData } from '../ground/transfer.table.ts'
import { type AddressIndex, absolute, isKnown, type OldSite } from './addresses.ts'
import { type FoundItem, surroundings } from './find-files.server.ts'
import { sentence } from './read-source.server.ts'
import type { Media } from './store-media.server.ts'

type RecordData = Extract<ItemData, { record: unknown }>
type Parts = {
  index: AddressIndex<FoundItem>
  media: Media
  site: OldSite
  /** Whether an item has a record, or will have one. */
  exists(place: number): boolean
}

/** The fields of an item with addresses: its text with typed links and pictures of ours, its cover and its preview picture. */
export async function fillTexts(data: RecordData, content: string, { index, media, site, exists }: Parts) {
  const at = surroundings(data)
  const notes: Note[] = []
  const absoluteOf = (address: string) => {
    const url = absolute(address, at, site)
    return url && isKnown(url) ? url.href : undefined
  }

  /** The address of a picture of ours; undefined where there is none. */
  async function own(address: string): Promise<string | undefined> {
    const stored = await media.urlOf(address, at)
    if (stored && 'url' in stored) return stored.url
    const shown = address.startsWith('data:') ? 'in its text' : (absoluteOf(address) ?? address)
    const stays = absoluteOf(address) === undefined ? 'Its place is marked.' : 'A link to it stays.'
    const why = stored?.reason === undefined ? '' : ` ${sentence(stored.reason)}`
    notes.push({ kind: 'picture', subject: shown, sentence: `The image ${shown} is not copied.${why} ${stays}` })
    return undefined
  }

  async function linkTo(address: string): Promise<string> {
    const hash = /#[^#]*$/.exec(address)?.[0] ?? ''
    if (address.startsWith('#')) return encodedAddress(address)
    const stored = await media.urlOf(address, at)
    if (stored && 'url' in stored) return stored.url
    const found = index.findRecord(address, at)
    if (found?.entity !== undefined && found.recordId !== undefined && exists(found.place))
      return recordUrl({ entity: found.entity, id: found.recordId }, found.name) + encodedAddress(hash)
    return encodedAddress(absoluteOf(address) ?? address)
  }

  const pictures: string[] = []
  for (const { address } of data.text?.pictures ?? [])
    pictures.push(
      (await own(address)) ?? encodedAddress(address.startsWith('data:') ? '' : (absoluteOf(address) ?? '')),
    )
  const links: string[] = []
  for (const link of data.text?.links ?? []) links.push(await linkTo(link))
  const { picture, seo } = data.record
  const imageUrl = picture && (await own(picture.address))
  const socialImage = seo?.picture === undefined ? undefined : await own(seo.picture)
  return {
    content: withAddresses(content, { pictures, links }),
    ...(imageUrl !== undefined && { imageUrl }),
    ...(socialImage !== undefined && { socialImage }),
    notes,
  }
}
