import type { Company } from '#contract/company.ts'
import type { ShownOpening } from './openings.contract.ts'

const employmentTypes: Record<ShownOpening['kind'], string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Contract: 'CONTRACTOR',
  Internship: 'INTERN',
}

/** An opening as search engines read it (schema.org). */
export const postingData = (
  { _id, title, place, kind, description, postedOn, closesOn }: ShownOpening,
  { brand, address }: Company,
) => ({
  '@type': 'JobPosting',
  identifier: { '@type': 'PropertyValue', name: brand, value: _id },
  title,
  description,
  datePosted: postedOn,
  validThrough: closesOn,
  employmentType: employmentTypes[kind],
  hiringOrganization: { '@type': 'Organization', name: brand, sameAs: '/' },
  jobLocation: {
    '@type': 'Place',
    address: { '@type': 'PostalAddress', addressLocality: place, addressCountry: address.country },
  },
  url: '/careers',
})
