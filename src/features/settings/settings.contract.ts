import * as z from 'zod/mini'
import { accentNames } from '#contract/accents.ts'
import { isLinkTarget, isWebAddress } from '#contract/addresses.ts'
import { company } from '#contract/company.ts'
import {
  auditFields,
  cleanText,
  hasNoNul,
  optionalText,
  pictureAddress,
  requiredText,
  richText,
  scheduleFields,
  scheduleInput,
} from '#contract/fields.ts'
import type { Permission } from '#contract/roles.ts'
import { deskInput } from '#features/contact/ground/desk-settings.contract.ts'
import { trainingInput } from '#features/courses/ground/training-settings.contract.ts'
import { countingInput } from '#features/figures/counting-settings.contract.ts'
import { subscriptionInput } from '#features/newsletter/ground/subscription-settings.contract.ts'

/** The groups with texts of the site, and with how visitors are answered. All others are about the company, its brand and its staff, and are for owners. */
const groupsOfWords = new Set([
  ...'home about services products blog courses contact work careers newsletter'.split(' '),
  ...'figures promises footer announcement consent privacy terms cookies desk training subscriptions counting'.split(
    ' ',
  ),
])

/** The permission to read and change a group of settings, and to read its history. */
export const permissionForGroup = (id: string): Permission => (groupsOfWords.has(id) ? 'writeSite' : 'manage')

/** The lines of a text as one, because no page shows a line break. */
const asOneLine = (text: string) =>
  text
    .split(/[\r\n\u2028\u2029]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')

/** A text of one line. Null restores the default, and so does an empty text if the site requires one. */
const line = (label: string, max = 200) =>
  z.nullable(optionalText(label, max).check(z.overwrite<string | undefined>((text) => (text ? asOneLine(text) : text))))

const checked = (label: string, accepts: (value: string) => boolean, error: string, max = 500) =>
  z.nullish(
    z.string(`${label} must be a text`).check(
      z.overwrite((value) => cleanText(value).trim()),
      z.maxLength(max, `${label} is too long`),
      hasNoNul,
      z.refine((value) => value === '' || accepts(value), error),
    ),
  )

const email = (label: string) =>
  checked(label, (value) => company.shape.email.safeParse(value).success, `${label} must be an e-mail address`)
const webAddress = (label: string) =>
  checked(label, isWebAddress, `${label} must be an http or https address without a name or password`)

const targetError = 'A link must be a path such as /courses, or an address that starts with https://'

const links = (label: string) =>
  z.nullish(
    z
      .array(
        z.object({
          label: requiredText('The text of a link', 80),
          to: requiredText('The address of a link', 500).check(z.refine(isLinkTarget, targetError)),
        }),
      )
      .check(z.maxLength(12, `${label}: at most 12 links`)),
  )

const companyInput = z.object({
  brand: line('Name'),
  tagline: line('Tagline', 300),
  email: email('Email'),
  phone: line('Phone', 60),
  phoneHours: line('Phone hours', 120),
  street: line('Street'),
  city: line('City'),
  region: line('Region'),
  postalCode: line('Postal code', 20),
  country: line('Country'),
  bookingUrl: webAddress('The address for calls'),
  chatUrl: webAddress('The address of the chat'),
})

const footerInput = z.object({
  services: links('Services'),
  more: links('More links'),
  linkedin: webAddress('LinkedIn'),
  github: webAddress('GitHub'),
  x: webAddress('X'),
  youtube: webAddress('YouTube'),
  instagram: webAddress('Instagram'),
  facebook: webAddress('Facebook'),
})

const announcementInput = z.object({
  text: line('Text', 200),
  linkLabel: line('Text of the link', 60),
  linkTo: checked('The link', isLinkTarget, targetError),
  dismissible: z.nullish(z.boolean()),
  ...scheduleInput,
})

/** The search appearance of a page, in place of its own metadata. */
const appearanceInput = {
  seoTitle: line('Search title', 200),
  seoDescription: line('Search description', 500),
  socialImage: z.nullish(pictureAddress()),
}

/** A legal document; `content` is Markdown with `{brand}` and the like in it, `updated` a day. */
const legalInput = z.object({
  title: line('Title'),
  description: line('Description', 500),
  updated: checked('The day', (value) => z.iso.date().safeParse(value).success, 'The day must be YYYY-MM-DD'),
  content: z.nullable(richText('Content')),
  ...appearanceInput,
})

/** The logo is an SVG as text, or a picture as a `data:` address; both are re-encoded. */
const brandInput = z.object({
  logo: z.nullish(
    z.string('The logo must be a text').check(z.maxLength(700_000, 'The logo is too large: at most 500 KB')),
  ),
  logoNamed: z.nullish(z.boolean()),
  accent: z.nullish(z.enum(['', ...accentNames], 'Choose one of the accents')),
})

/** How staff sign in. */
const signInInput = z.object({ requireSecondFactor: z.nullish(z.boolean('Send true or false')) })

/** A time after which something is deleted, in a unit; empty for never. */
const keptFor = (unit: string, most: number) => {
  const error = `Enter a number of ${unit} from 1 to ${most}, or nothing`
  const isCount = (value: number | string) =>
    value === '' || (/^\d+$/.test(`${value}`) && +value >= 1 && +value <= most)
  return z.nullish(z.union([z.number(), z.string().check(z.trim())], error).check(z.refine(isCount, error)))
}

/** The lines under the forms, what Contact asks for, and when messages are deleted. */
const consentInput = z.object({
  resolvedMonths: keptFor('months', 240),
  spamDays: keptFor('days', 3_650),
  contact: line('This text', 500),
  newsletter: line('This text', 500),
  phone: z.nullish(z.boolean('Send true or false')),
})

/** The groups with other fields than texts. */
export const groupInputs = {
  company: companyInput,
  footer: footerInput,
  announcement: announcementInput,
  brand: brandInput,
  'sign-in': signInInput,
  consent: consentInput,
  desk: deskInput,
  training: trainingInput,
  subscriptions: subscriptionInput,
  counting: countingInput,
  privacy: legalInput,
  terms: legalInput,
  cookies: legalInput,
}

/** How long the text may be that replaces a default. */
export const longestFor = (standard: string) => (standard.length > 60 ? 1_000 : 200)

/** The texts of a part of the site, whose names and defaults are given. */
export const wordsInput = (standard: Record<string, string>) =>
  z.object(
    Object.fromEntries(Object.entries(standard).map(([name, text]) => [name, line('This text', longestFor(text))])),
  )

/** The texts of a page, and its search appearance. */
export const pageInput = (standard: Record<string, string>) => z.extend(wordsInput(standard), appearanceInput)

/**
 * A group of settings as the back office edits it: in addition to these it has only the fields that were set. `defaults` are the values
 * of the others; `fixed` are the fields set by the server's environment, with the names of the variables.
 */
export const settingsGroup = z.looseObject({
  _id: z.string(),
  ...auditFields,
  ...scheduleFields,
  defaults: z.record(z.string(), z.unknown()),
  fixed: z.record(z.string(), z.string()),
})
export type SettingsGroup = z.infer<typeof settingsGroup>

/**
 * A page with other settings: its document and its metadata. Without `page` there is no such page. `logo` is present if
 * the page shows one that may not be saved.
 */
export const settingsPreview = z.object({
  html: z.string(),
  page: z.optional(z.object({ title: z.string(), description: z.optional(z.string()) })),
  logo: z.optional(z.string()),
})
export type SettingsPreview = z.infer<typeof settingsPreview>
