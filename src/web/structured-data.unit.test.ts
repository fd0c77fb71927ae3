import { expect, test } from 'vitest'
import { type Company, company } from '#contract/company.ts'
import { problemsOf, type StructuredData } from '#testing/structured-data.ts'
import { countryCode, languageCodes, organisationData } from './structured-data.ts'

const acme: Company = company.parse({
  brand: 'Acme Cloud',
  tagline: 'Clouds',
  domain: 'acme.example',
  email: 'info@acme.example',
  phone: '+91 20 5550 0142',
  phoneHours: 'Mon-Fri',
  address: { street: '21 Baner Road', city: 'Pune', region: 'Maharashtra', postalCode: '411045', country: 'India' },
  bookingUrl: 'https://example.com/book',
  social: {},
})

test.each([
  ['India', 'IN'],
  [' united kingdom ', 'GB'],
  ['Germany', 'DE'],
  ['France', 'FR'],
  ['United States', 'US'],
  ['Atlantis', 'Atlantis'],
])('the code of %s is %s', (name, code) => {
  expect(countryCode(name)).toBe(code)
})

test.each([
  ['English', ['en']],
  ['Hindi and English', ['hi', 'en']],
  [' marathi / Hebrew', ['mr', 'he']],
  ['English with Klingon jokes', undefined],
  ['', undefined],
])('the codes of “%s” are %s', (names, codes) => {
  expect(languageCodes(names)).toEqual(codes)
})

test('a company names its profiles, and none where it has none', () => {
  const profile = 'https://www.linkedin.com/company/acme'
  expect(organisationData(acme)).not.toHaveProperty('sameAs')
  expect(organisationData({ ...acme, social: { linkedin: profile } })).toMatchObject({ sameAs: [profile] })
})

test('names the fields that Google requires and that are missing', () => {
  const posting = { '@context': 'https://schema.org', '@type': 'JobPosting', title: 'Engineer' } as StructuredData
  expect(problemsOf(posting).join()).toMatch(/datePosted.*hiringOrganization/s)
  expect(problemsOf({ '@context': 'https://schema.org', '@type': 'Recipe' } as never)).toEqual(['Recipe is not known'])
})
