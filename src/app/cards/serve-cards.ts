import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { coverName } from '#contract/cover.ts'
import { imageUrl, parseImageUrl } from '#contract/media.ts'
import { readCoverPicture } from '#media/server/mail-picture.ts'
import { findImage, findServed } from '#media/server/media-store.ts'
import type { Database } from '#server/database/connect.ts'
import type { AppContext } from '#server/feature.ts'
import type { CountRender } from '#server/http/rate-limits.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { createWorker } from '#server/runtime/worker-process.ts'
import { allowCrossOrigin } from '#server/security/headers.ts'
import type { ConfigNow, SiteConfig } from '#server/site-config/site-config.ts'
import { coverFile } from '#ui/drawing/cover.ts'
import { type CardData, cardOf, cardSite, readCard } from './card-address.ts'
import type { CardCalls } from './card-worker.ts'

/** Memory for the cards used most recently, in bytes: about 150 of them. */
const cacheSize = 12 * 1024 * 1024

/** How long others may keep a card, in seconds: its page may end. */
const keptFor = 86_400

/** Whether a page is public now. Rendering it counts against the rate limit of the visitor who asks. */
export type IsPublic = (request: FastifyRequest, url: string) => Promise<boolean>

type CardsOptions = { site: SiteConfig; database: Database; countRender: CountRender; isPublic: IsPublic }

/**
 * Serves the pictures of link previews, as long as their pages are public, the drawn covers in messages, and those of names. Drawing one counts
 * like rendering a page.
 */
export async function serveCards(app: FastifyInstance, { site, database, countRender, isPublic }: CardsOptions) {
  const cards = new LRUCache<string, Promise<Uint8Array>>({ max: 1_000, maxSize: cacheSize })

  /** A card shows the current version of its page's picture. @throws HttpError 410 or 404 when it has been deleted */
  async function asItIsNow(card: CardData): Promise<CardData> {
    const ref = 'picture' in card ? parseImageUrl(card.picture) : null
    if (!ref) return card
    const served = await findServed(database, ref.hash)
    if (served.state === 'outside' && !(await findImage(database, imageUrl(ref).replace('/media/', ''))))
      throw notFound()
    if (served.state !== 'replaced') return card
    const { id: hash, width = 0, height = 0 } = served.next
    return { picture: imageUrl({ hash, width, height }) }
  }

  async function make(card: CardData): Promise<Uint8Array> {
    if (!('picture' in card)) return draw(card, await site.now())
    const picture = await findImage(database, card.picture.replace('/media/', ''))
    if (!picture) throw notFound()
    return callCardWorker('cropCard', [picture.bytes, card.focus])
  }

  app.get<{ Params: { name: string } }>('/cards/:name', async (request, reply) => {
    const { name } = request.params
    const card = await readCard(database, name, await site.now())
    if (!card || (card.page !== undefined && !(await isPublic(request, card.page)))) throw notFound()
    const shown = await asItIsNow(card)
    return send(request, reply, 'picture' in shown ? `${name} ${shown.picture}` : name, () => make(shown))
  })

  app.get<{ Params: { name: string } }>('/cards/cover/:name', async (request, reply) => {
    const { name } = request.params
    const cover = await readCoverPicture(database, name)
    if (!cover) throw notFound()
    return send(request, reply, `cover ${name}`, () => callCardWorker('drawCover', [cover]))
  })

  app.get<{ Params: { file: string } }>('/cover/:file(^.+\\.svg$)', async (request, reply) => {
    const name = coverName(request.params.file)
    if (name === '') throw notFound()
    await countRender(request)
    return allowCrossOrigin(reply)
      .header('cache-control', `public, max-age=${keptFor}`)
      .header('x-robots-tag', 'noindex')
      .type('image/svg+xml')
      .send(coverFile({ slug: name, category: '' }))
  })

  async function send(request: FastifyRequest, reply: FastifyReply, key: string, make: () => Promise<Uint8Array>) {
    let made = cards.get(key)
    if (!made) {
      await countRender(request)
      made = make()
      // Until its size is known it has the size of a large one.
      cards.set(key, made, { size: 150_000 })
      made.then(
        ({ length }) => cards.set(key, made as Promise<Uint8Array>, { size: length }),
        () => cards.delete(key),
      )
    }
    return allowCrossOrigin(reply)
      .header('cache-control', `public, max-age=${keptFor}`)
      .header('x-content-type-options', 'nosniff')
      .type('image/jpeg')
      .send(Buffer.from(await made))
  }
}

const draw = (card: Exclude<CardData, { picture: string }>, now: ConfigNow) =>
  callCardWorker('drawCard', [{ ...card, ...cardSite(now) }, now.brand?.logo?.bytes])

/** Draws the cards of pages that are not saved yet. */
export const drawCards =
  (site: SiteConfig): AppContext['drawCard'] =>
  async (head) => {
    const now = await site.now()
    const card = cardOf(head, now)
    if ('picture' in card) throw new Error('This card is not drawn')
    const { missing } = await callCardWorker('lettersOf', [`${card.title}\n${card.eyebrow}`])
    return { picture: await draw(card, now), missing: [...new Set(missing)] }
  }

/** Cards and icons are drawn one at a time in a separate process, which ends when it is idle: the server itself loads no picture library. */
export const callCardWorker = createWorker<CardCalls>(new URL('./card-worker.ts', import.meta.url), {
  size: 1,
  deadline: 5_000,
  memory: 64,
  queue: 20,
})
