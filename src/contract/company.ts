import * as z from 'zod/mini'

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const word = z.string().check(z.trim(), z.minLength(1, 'must not be empty'))

/** Who the company is: what public pages, mails and structured data say of it. */
export const company = z.object({
  brand: word,
  tagline: word,
  domain: z
    .string()
    .check(z.toLowerCase(), z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain such as example.com')),
  email: z.email('must be an e-mail address'),
  phone: word,
  phoneHours: word,
  address: z.object({ street: word, city: word, region: word, postalCode: word, country: word }),
  bookingUrl: webAddress,
  chatUrl: z.optional(webAddress),
  social: z.object({
    linkedin: z.optional(webAddress),
    github: z.optional(webAddress),
    x: z.optional(webAddress),
    youtube: z.optional(webAddress),
    instagram: z.optional(webAddress),
    facebook: z.optional(webAddress),
  }),
})
export type Company = z.infer<typeof company>
