import * as z from 'zod/mini'
import { coverNumbers } from '#contract/link-card.ts'
import { parseImageUrl } from '#contract/media.ts'
import type { PageHead } from '#contract/page-head.ts'
import type { Database } from '#server/database/connect.ts'
import { keyedHash } from '#server/security/signed-tokens.ts'
import type { ConfigNow } from '#server/site-config/site-config.ts'
import type { Card } from './draw-card.ts'

/** Raise it when cards are drawn differently: networks keep a picture by its address. */
const drawingVersion = 4
/** More characters do not fit. */
const longestTitle = 130
const longestEyebrow = 60
/** In bytes. A card of a case study leaves its results out where its address would be longer than the router reads. */
const longestCard = 700

/** The path of the page that the card is about; absent for cards without page-specific content. */
const page = z.optional(z.string())
/** The content of a card's address: the page's picture to crop, or the texts to draw. */
const cardData = z.union([
  z.object({ picture: z.string(), focus: z.optional(z.object({ x: z.number(), y: z.number() })), page }),
  z.object({
    ...{ title: z.string(), eyebrow: z.string(), slug: z.string(), category: z.string(), page },
    cover: z.optional(coverNumbers),
    /** That of a case study; its industry is the category. */
    drawing: z.optional(
      z.object({
        figures: z.array(z.string()),
        services: z.array(z.object({ title: z.string(), category: z.optional(z.string()) })),
      }),
    ),
  }),
])
export type CardData = z.infer<typeof cardData>

type Site = Pick<ConfigNow, 'company' | 'publicUrl' | 'brand'>

/** The brand and the host on every card. They are part of each address, so that another brand has other cards. */
export const cardSite = ({ company, publicUrl, brand }: Site): Pick<Card, 'brand' | 'company' | 'host' | 'look'> => ({
  brand: brand?.logo?.named ? '' : company.brand,
  company: company.brand,
  ...(brand && { look: { key: brand.key, accent: brand.accent } }),
  host: new URL(publicUrl).host,
})

/**
 * The address of a public page's link card. It contains the card's content and our signature, so no one can request
 * other cards, and nothing is stored. It works as long as the page is public.
 */
export async function cardAddress(database: Database, head: PageHead, site: Site): Promise<string> {
  const data = Buffer.from(JSON.stringify(cardOf(head, site))).toString('base64url')
  return `/cards/${data}.${await signature(database, data, site)}.jpg`
}

/** Reads the part of an address after `/cards/`; null if it is not ours. */
export async function readCard(database: Database, name: string, site: Site): Promise<CardData | null> {
  const [, data = '', mac] = /^([\w-]+)\.([\w-]{22})\.jpg$/.exec(name) ?? []
  if (mac !== (await signature(database, data, site))) return null
  return z.parse(cardData, JSON.parse(Buffer.from(data, 'base64url').toString()))
}

const signature = (database: Database, data: string, site: Site) =>
  keyedHash(database, 'card', JSON.stringify([drawingVersion, cardSite(site), data]))

/** The structured data of a post or course, which name its category and its author or instructor. */
type Thing = { articleSection?: string; about?: string; author?: { name: string } }

export function cardOf(head: PageHead, { company }: Site): CardData {
  const { path = '/', image = '', jsonLd, focus } = head
  const title = head.cardTitle ?? head.title
  if (parseImageUrl(image)) return { picture: image, ...(focus && { focus }), page: head.path }
  const { articleSection, about, author } = Object.assign({}, ...(jsonLd || [])) as Thing
  // Home and further pages of a list have the tagline.
  const own = (head.status ?? 200) === 200 && !path.includes('?') && path !== '/'
  const category = (typeof about === 'string' ? about : articleSection) ?? ''
  const card = {
    title: cut(own ? title : company.tagline, longestTitle),
    eyebrow: cut(head.cardEyebrow ?? [category, author?.name].filter(Boolean).join(' · '), longestEyebrow),
    slug: own ? (path.split('/').at(-1) ?? '') : '',
    category,
    ...(own && head.cover && { cover: head.cover }),
    ...(own && { page: head.path }),
  }
  if (!own || !head.drawing) return card
  const { figures, services } = head.drawing
  const drawn = { ...card, drawing: { figures, services } }
  return Buffer.byteLength(JSON.stringify(drawn)) <= longestCard ? drawn : card
}

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/\s+\S*$/, '')}…`
