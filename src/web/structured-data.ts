import type { Company } from '#contract/company.ts'

/**
 * Pages as search engines read them (schema.org), with what Google documents: developers.google.com/search/docs/appearance/structured-data. Only documents
 * have it, so pages that a browser renders call these on the server only (`import.meta.env.SSR`). Paths become whole addresses. Facts that
 * staff have not stated are left out.
 */

/** The path from the start page to this one. */
export const breadcrumbData = (steps: { name: string; path: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: path,
  })),
})

/** A list whose entries have pages of their own. */
export const listData = (entries: { title: string; path: string }[]) => ({
  '@type': 'ItemList',
  itemListElement: entries.map(({ title, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    url: path,
  })),
})

/** The company on its start page, which others name by its `@id`. */
const organisationId = '/#organization'
const logo = '/apple-touch-icon.png'

export const organisationData = ({ brand, tagline, email, phone, address, social }: Company) => {
  const profiles = Object.values(social).filter(Boolean)
  return {
    '@type': 'Organization',
    '@id': organisationId,
    name: brand,
    description: tagline,
    url: '/',
    logo,
    email,
    telephone: phone,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email,
      telephone: phone,
      url: '/contact',
    },
    address: addressData(address),
    ...(profiles.length > 0 && { sameAs: profiles }),
  }
}

/** The company as the author, the publisher or the host of something. */
export const organisationNamed = (brand: string) => ({
  '@type': 'Organization',
  '@id': organisationId,
  name: brand,
  url: '/',
  logo: { '@type': 'ImageObject', url: logo },
})

export const addressData = ({ street, city, region, postalCode, country }: Company['address']) => ({
  '@type': 'PostalAddress',
  streetAddress: street,
  addressLocality: city,
  addressRegion: region,
  postalCode,
  addressCountry: countryCode(country),
})

const codes = new Map<'region' | 'language', Map<string, string>>()

/** The codes of two letters by English names. */
function codesOf(type: 'region' | 'language'): Map<string, string> {
  const known = codes.get(type)
  if (known) return known
  const names = new Intl.DisplayNames('en', { type })
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const tagOf = (code: string) => (type === 'region' ? `und-${code}` : code)
  // Former codes, such as UK and iw, have the names of the present ones.
  const pairs = letters
    .flatMap((first) => letters.map((second) => first + second))
    .map((pair) => (type === 'region' ? pair.toUpperCase() : pair))
    .filter((code) => Intl.getCanonicalLocales(tagOf(code))[0] === tagOf(code))
  const made = new Map(pairs.map((code) => [names.of(code)?.toLowerCase() ?? code, code]))
  codes.set(type, made)
  return made
}

/** The code of a country, which Google asks for: India is IN. A name that is not known stays. */
export const countryCode = (name: string): string => codesOf('region').get(name.trim().toLowerCase()) ?? name

/** The codes of languages: Hindi and English are hi and en. Undefined if one is not known. */
export function languageCodes(names = ''): string[] | undefined {
  const found = names.split(/[,;/&+]|\band\b/).map((name) => codesOf('language').get(name.trim().toLowerCase()))
  return found.includes(undefined) ? undefined : (found as string[])
}
