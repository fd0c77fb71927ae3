import type { Company } from './src/contract/company.ts'

/**
 * Who the company is. To make the site yours, copy it to `site/company.config.ts`, which is laid over it and which no upgrade touches
 * (docs/deploy.md). Environment variables of the same meaning override it: see docs/configuration.md.
 */
const company: Company = {
  brand: 'Acme Cloud',
  tagline: 'Cloud, data analytics, AI and training for startups',
  /** Staff sign in with an address at this domain. */
  domain: 'example.com',
  email: 'info@example.com',
  phone: '+91 20 5550 0142',
  phoneHours: 'Mon-Fri from 8am to 6pm',
  address: {
    street: '4th Floor, Meridian House, 21 Baner Road',
    city: 'Pune',
    region: 'Maharashtra',
    postalCode: '411045',
    country: 'India',
  },
  /** Where "Schedule a Call" leads. */
  bookingUrl: 'https://example.com/book',
  /** Where "Live Chat" leads; without one it leads to the message form. */
  chatUrl: undefined,
  /** Only the ones given are shown. */
  social: {
    linkedin: 'https://example.com/linkedin',
    github: 'https://example.com/github',
    youtube: 'https://example.com/youtube',
  },
}

export default company
