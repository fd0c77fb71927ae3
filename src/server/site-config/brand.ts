import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type AccentName, accentNames } from '#contract/accents.ts'

/** The company's own mark; `ratio` is its width by its height, and `named` says that it has the name in it. */
type Logo = { type: 'svg' | 'png'; bytes: Buffer; ratio: number; named: boolean }

/** The logo and accent set by staff. `key` identifies them, and is part of the addresses of derived pictures. */
export type Brand = { key: string; accent?: AccentName; logo?: Logo }

/** How a stored PNG begins; anything else is an SVG. */
const pngPrefix = 'data:image/png;base64,'
/** Wider logos than this would fill the header of a phone. */
const widest = 6

/** Recently used brands by key: the current one, and those of pages that browsers still show. */
const recent = new LRUCache<string, Brand>({ max: 20 })
export const findBrand = (key: string): Brand | undefined => recent.get(key)

/** Serves the pictures of a brand from now on. @returns the brand, or the same one as before */
export function keepBrand(brand: Brand): Brand {
  const kept = recent.get(brand.key) ?? brand
  recent.set(brand.key, kept)
  return kept
}

/** The brand of stored settings; undefined if nothing is set. */
export function brandOf({ logo, logoNamed, accent }: Record<string, unknown>): Brand | undefined {
  const chosen = accentNames.find((name) => name === accent && name !== accentNames[0])
  const own = typeof logo === 'string' ? { ...readLogo(logo), named: logoNamed === true } : undefined
  if (!chosen && !own) return undefined
  const key = createHash('sha256')
    .update(JSON.stringify([logo, logoNamed, chosen]))
    .digest('hex')
    .slice(0, 16)
  return { key, ...(chosen && { accent: chosen }), ...(own && { logo: own }) }
}

function readLogo(stored: string): Omit<Logo, 'named'> {
  if (stored.startsWith(pngPrefix)) {
    const bytes = Buffer.from(stored.slice(pngPrefix.length), 'base64')
    // The header of a PNG begins with its size.
    return { type: 'png', bytes, ratio: limited(bytes.readUInt32BE(16) / bytes.readUInt32BE(20)) }
  }
  const [, , width, height] =
    / viewBox="([\d.-]+)[ ,]+([\d.-]+)[ ,]+([\d.]+)[ ,]+([\d.]+)"/.exec(stored)?.slice(1) ?? []
  const [, given] = /^<svg[^>]* width="([\d.]+)/.exec(stored) ?? []
  const [, tall] = /^<svg[^>]* height="([\d.]+)/.exec(stored) ?? []
  return { type: 'svg', bytes: Buffer.from(stored), ratio: limited(Number(width ?? given) / Number(height ?? tall)) }
}

const limited = (ratio: number) => (Number.isFinite(ratio) && ratio > 0 ? Math.min(widest, Math.max(0.2, ratio)) : 1)
