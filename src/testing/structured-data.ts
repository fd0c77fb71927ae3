import * as z from 'zod'

/**
 * The structured data that Google requires, as it documents each kind in November 2026:
 * developers.google.com/search/docs/appearance/structured-data (organization, breadcrumb, article, course, job-posting, faqpage, event, carousel). The kinds
 * that it does not document have what schema.org says of them. All objects are strict, so that a new field is checked against its documentation.
 */
const text = z.string().trim().min(1)
const url = z.url({ protocol: /^https?$/ })
const day = z.iso.date()
const time = z.union([z.iso.datetime({ offset: true }), day])
const type = <Name extends string>(name: Name) => z.literal(name)
const image = z.union([url, z.strictObject({ '@type': type('ImageObject'), url })])
const countryCode = z.string().regex(/^[A-Z]{2}$/)
const optional = <Schema extends z.ZodType>(schema: Schema) => z.optional(schema)

const address = z.strictObject({
  '@type': type('PostalAddress'),
  streetAddress: optional(text),
  addressLocality: text,
  addressRegion: optional(text),
  postalCode: optional(text),
  addressCountry: countryCode,
})
const place = z.strictObject({
  '@type': type('Place'),
  name: text,
  address: z.union([text, address]),
  hasMap: optional(url),
})
const organisationNamed = z.strictObject({
  '@type': type('Organization'),
  '@id': url,
  name: text,
  url,
  logo: image,
  sameAs: optional(url),
})
const person = z.strictObject({
  '@type': type('Person'),
  name: text,
  description: optional(text),
  image: optional(url),
})
const listItem = { '@type': type('ListItem'), position: z.int().positive(), name: text }
const offer = z.strictObject({
  '@type': type('Offer'),
  category: optional(z.enum(['Free', 'Partially Free', 'Subscription', 'Paid'])),
  price: z.number().nonnegative(),
  priceCurrency: z.string().regex(/^[A-Z]{3}$/),
  availability: optional(
    z.enum(['InStock', 'LimitedAvailability', 'SoldOut'].map((name) => `https://schema.org/${name}`)),
  ),
  availabilityEnds: optional(day),
  url: optional(url),
})
const locations = z.union([place, z.strictObject({ '@type': type('VirtualLocation'), url })])

const schedule = z.strictObject({
  '@type': type('Schedule'),
  startDate: day,
  endDate: optional(day),
  repeatFrequency: z.enum(['Daily', 'Weekly']),
  /** Without it Google shows no schedule. A date whose last day is not known has none. */
  repeatCount: optional(z.int().positive()),
  byDay: optional(z.array(z.string().regex(/^https:\/\/schema\.org\/[A-Z][a-z]+day$/)).min(1)),
  startTime: z.iso.time(),
  endTime: z.iso.time(),
  duration: z.iso.duration(),
  scheduleTimezone: text,
})

const courseInstance = z.strictObject({
  '@type': type('CourseInstance'),
  name: optional(text),
  startDate: day,
  endDate: optional(day),
  courseMode: optional(z.enum(['Online', 'Onsite', 'Blended'])),
  courseSchedule: optional(z.array(schedule)),
  inLanguage: optional(z.array(z.string().regex(/^[a-z]{2}$/)).min(1)),
  location: optional(z.array(locations).min(1)),
  instructor: person,
  offers: optional(offer),
})

const article = {
  headline: text,
  description: optional(text),
  image: optional(url),
  dateModified: time,
  articleSection: optional(text),
  publisher: organisationNamed,
  mainEntityOfPage: url,
}

/** The kinds of structured data of the site's pages. */
const kinds = {
  Organization: z.strictObject({
    '@id': url,
    name: text,
    description: optional(text),
    url,
    logo: url,
    email: z.email(),
    telephone: text,
    contactPoint: z.strictObject({
      '@type': type('ContactPoint'),
      contactType: text,
      email: z.email(),
      telephone: text,
      url,
    }),
    address,
    sameAs: optional(z.array(url).min(1)),
  }),
  WebSite: z.strictObject({ name: text, url }),
  BreadcrumbList: z.strictObject({ itemListElement: z.array(z.strictObject({ ...listItem, item: url })).min(2) }),
  ItemList: z.strictObject({ itemListElement: z.array(z.strictObject({ ...listItem, url })) }),
  BlogPosting: z.strictObject({ ...article, datePublished: time, timeRequired: z.iso.duration(), author: person }),
  Article: z.strictObject({ ...article, author: organisationNamed }),
  Course: z.strictObject({
    name: text,
    description: text,
    url,
    image: optional(url),
    provider: organisationNamed,
    educationalLevel: optional(text),
    about: optional(text),
    teaches: optional(z.array(text)),
    coursePrerequisites: optional(z.array(text)),
    offers: offer.required({ category: true }),
    hasCourseInstance: optional(z.union([courseInstance, z.array(courseInstance)])),
  }),
  FAQPage: z.strictObject({
    mainEntity: z
      .array(
        z.strictObject({
          '@type': type('Question'),
          name: text,
          acceptedAnswer: z.strictObject({ '@type': type('Answer'), text }),
        }),
      )
      .min(1),
  }),
  JobPosting: z
    .strictObject({
      identifier: z.strictObject({ '@type': type('PropertyValue'), name: text, value: text }),
      title: text,
      description: text,
      datePosted: day,
      validThrough: day,
      employmentType: z.enum([
        'FULL_TIME',
        'PART_TIME',
        'CONTRACTOR',
        'TEMPORARY',
        'INTERN',
        'VOLUNTEER',
        'PER_DIEM',
        'OTHER',
      ]),
      hiringOrganization: organisationNamed,
      jobLocation: optional(z.strictObject({ '@type': type('Place'), address })),
      jobLocationType: optional(type('TELECOMMUTE')),
      applicantLocationRequirements: optional(z.strictObject({ '@type': type('Country'), name: text })),
      directApply: z.boolean(),
      url,
    })
    .refine(
      (job) => job.jobLocation !== undefined || (job.jobLocationType && job.applicantLocationRequirements),
      'jobLocation, or TELECOMMUTE with applicantLocationRequirements',
    ),
  Event: z.strictObject({
    name: text,
    description: optional(text),
    image: optional(url),
    startDate: time,
    endDate: time,
    eventStatus: z.enum(['EventScheduled', 'EventCancelled'].map((name) => `https://schema.org/${name}`)),
    eventAttendanceMode: z.enum(
      ['Online', 'Offline', 'Mixed'].map((mode) => `https://schema.org/${mode}EventAttendanceMode`),
    ),
    location: z.union([locations, z.array(locations).min(1)]),
    organizer: organisationNamed,
    offers: optional(offer),
    url,
  }),
} satisfies Record<string, z.ZodType>

export type StructuredData = { '@context': string; '@type': keyof typeof kinds }

/** The structured data of a document. */
export const structuredDataIn = (html: string): StructuredData[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) => JSON.parse(json))

/** The problems of structured data in words; none if it has all that Google requires. */
export function problemsOf({ '@context': context, '@type': kind, ...data }: StructuredData): string[] {
  if (context !== 'https://schema.org') return [`@context is ${context}`]
  const schema = kinds[kind]
  if (!schema) return [`${kind} is not known`]
  const { error } = schema.safeParse(data)
  return error ? [`${kind}: ${z.prettifyError(error)}`] : []
}
