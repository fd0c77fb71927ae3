import * as z from 'zod/mini'
import type { AccentName } from './accents.ts'
import { webAddress } from './fields.ts'

const address = webAddress('must be an http or https address without a name or password')
const text = z.string().check(z.trim(), z.minLength(1, 'must not be empty'))

/** The company's details, for public pages, mails and structured data. */
export const company = z.object({
  brand: text,
  tagline: text,
  domain: z
    .string()
    .check(z.toLowerCase(), z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain such as example.com')),
  email: z.email('must be an email address'),
  phone: text,
  phoneHours: text,
  address: z.object({ street: text, city: text, region: text, postalCode: text, country: text }),
  bookingUrl: address,
  chatUrl: z.optional(address),
  social: z.object({
    linkedin: z.optional(address),
    github: z.optional(address),
    x: z.optional(address),
    youtube: z.optional(address),
    instagram: z.optional(address),
    facebook: z.optional(address),
  }),
})

/** The networks on which a company can have a page, in the order of the footer. */
export const socialNetworks = ['linkedin', 'github', 'x', 'youtube', 'instagram', 'facebook'] as const

/** The company, with the texts and links that staff have changed; missing ones are as shipped. */
export type Company = z.infer<typeof company> & {
  words?: Words | undefined
  accent?: AccentName | undefined
  /** The titles that staff have given to pages, by their paths. */
  titles?: Record<string, string> | undefined
  /** The ids of the wordings under the forms, which the forms send along. */
  consent?: { contact?: string; newsletter?: string } | undefined
  topics?: { id: string; name: string }[] | undefined
  asksPhone?: boolean | undefined
  /** `more` are below the quick links; `listed` are the listed pages, in a column of their own. */
  links?: { services?: FooterLink[]; more?: FooterLink[]; listed?: FooterLink[] } | undefined
}

/** Texts of the site that staff can replace, by the part of the site that shows them: `{ about: { title: … } }`. Only what was replaced is in it. */
export type Words = Record<string, Record<string, string>>

/** A text with the company's details in place of `{brand}`, `{city}` and `{street}`. */
export function withDetails(
  text: string,
  { brand, address }: { brand: string; address: { city: string; street: string } },
): string {
  const details: Record<string, string> = { brand, city: address.city, street: address.street }
  return text.replace(/\{(brand|city|street)\}/g, (_, name: string) => details[name] ?? '')
}

/** A link of the footer: its text, and a path of ours or a whole address. */
export type FooterLink = { label: string; to: string }
