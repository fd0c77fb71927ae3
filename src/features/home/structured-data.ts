import type { Company } from '#contract/company.ts'

/** The company as search engines read it. */
export const organisation = ({ brand, tagline, email, phone, address, social }: Company) => ({
  '@type': 'Organization',
  name: brand,
  description: tagline,
  url: '/',
  logo: '/apple-touch-icon.png',
  email,
  telephone: phone,
  address: {
    '@type': 'PostalAddress',
    streetAddress: address.street,
    addressLocality: address.city,
    addressRegion: address.region,
    postalCode: address.postalCode,
    addressCountry: address.country,
  },
  sameAs: Object.values(social).filter(Boolean),
})

/** The site, and how its search is asked. */
export const website = ({ brand }: Company) => ({
  '@type': 'WebSite',
  name: brand,
  url: '/',
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: '/blog?search={search_term_string}' },
    'query-input': 'required name=search_term_string',
  },
})
