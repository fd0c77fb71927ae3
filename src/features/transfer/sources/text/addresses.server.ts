import type { Root } from 'hast'
import { elementsNamed, type Placed, replace } from '#content/markup/elements.ts'
import { idPrefix } from '#content/markup/sanitise-schema.ts'
import { decoded } from '#contract/addresses.ts'
import { linkToken, pictureToken, type TextFacts } from '../../ground/source.ts'

/** The addresses of a text, each replaced by its token. */
export type Addresses = { pictures: { address: string; alt: string }[]; links: string[] }

/** No site has this address: it makes addresses absolute that are then shortened again. */
const nowhere = 'https://nowhere.invalid'
const absolute = /^[a-z][a-z\d+.-]*:/i
const ofMarkdown = /\.(?:md|mdx|markdown)(?:[?#]|$)/i

/** The address of a text that is at an address, or in a file. @returns as typed where neither says more */
export function resolved(typed: string, facts: TextFacts, kind: 'link' | 'picture'): string {
  const address = typed.trim()
  const known = facts.files?.[address]?.address
  if (known !== undefined) return known
  if (absolute.test(address)) return address
  if (address.startsWith('//')) return `https:${address}`
  const inFile =
    facts.path !== undefined && !address.startsWith('/') && (kind === 'picture' || ofMarkdown.test(address))
  if (inFile) return within(address, facts.path ?? '')
  if (facts.site === undefined && facts.address === undefined) return address
  const site = facts.site ?? nowhere
  const place = URL.parse(facts.address ?? '', `${site}/`) ?? URL.parse(`${site}/`)
  const url = place && URL.parse(address, place.href)
  if (!url) return address
  return url.href.startsWith(`${nowhere}/`) ? url.href.slice(nowhere.length) : url.href
}

/** The path of a file next to another one. Spaces and letters stay as typed. */
function within(address: string, path: string): string {
  const parts = path.split('/').slice(0, -1)
  for (const part of address.split('/'))
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  return parts.join('/')
}

/**
 * Puts tokens in the place of the addresses of a sanitised tree. Links to places of the text stay, where the place is in it; else only their words stay.
 */
export function takeAddresses(tree: Root, facts: TextFacts): Addresses {
  const found: Addresses = { pictures: [], links: [] }
  const places = new Set(
    elementsNamed(tree)
      .flatMap(({ element }) => element.properties.id ?? [])
      .map(String),
  )
  const own = facts.address === undefined ? undefined : withoutFragment(resolved(facts.address, facts, 'link'))
  for (const placed of elementsNamed(tree, 'a', 'img')) {
    const { element } = placed
    if (element.tagName === 'img') takePicture(placed, facts, found)
    else if (element.properties.href !== undefined && element.properties['dataFootnoteRef'] === undefined)
      takeLink(placed, facts, { found, places, own })
  }
  return found
}

function takePicture(placed: Placed, facts: TextFacts, { pictures }: Addresses) {
  const { properties } = placed.element
  const src = String(properties.src ?? '')
  if (src === '') return replace(placed)
  const address = resolved(src, facts, 'picture')
  properties.src = pictureToken(pictures.push({ address, alt: String(properties.alt ?? '').trim() }) - 1)
}

type Places = { found: Addresses; places: Set<string>; own: string | undefined }

function takeLink(placed: Placed, facts: TextFacts, { found, places, own }: Places) {
  const { element } = placed
  const href = String(element.properties.href)
  if (/^(?:mailto|tel):/i.test(href)) return
  const address = href === '' ? '' : href.startsWith('#') ? `${own ?? ''}${href}` : resolved(href, facts, 'link')
  const fragment = /#(.*)$/.exec(address)?.[1] ?? ''
  const isOwn = href.startsWith('#') || (own !== undefined && fragment !== '' && withoutFragment(address) === own)
  const place = isOwn && [fragment, decoded(fragment)].find((name) => name !== '' && places.has(idPrefix + name))
  if (place) element.properties.href = `#${encodeURIComponent(place)}`
  else if (!href.startsWith('#') && address !== '') element.properties.href = linkToken(found.links.push(address) - 1)
  else delete element.properties.href
}

const withoutFragment = (address: string) => address.replace(/#.*$/, '')
