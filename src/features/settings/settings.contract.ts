import * as z from 'zod/mini'
import { accentNames } from '#contract/accents.ts'
import { isLinkTarget } from '#contract/addresses.ts'
import { company } from '#contract/company.ts'
import { figures, promises } from '#contract/default-words.ts'
import { auditFields, requiredText, scheduleFields, scheduleInput } from '#contract/fields.ts'
import { publishingSettings } from '#contract/publishing-settings.ts'
import { flag, type Group, group, type Shown, setting, text, webAddress, words } from '#contract/settings.ts'
import { analyticsSettings } from '#features/analytics/analytics-settings.contract.ts'
import { connectionSettings } from '#features/connections/ground/connection-settings.contract.ts'
import { consentSettings } from '#features/consent/consent-settings.contract.ts'
import { deskSettings } from '#features/contact/ground/desk-settings.contract.ts'
import { trainingSettings } from '#features/courses/ground/training-settings.contract.ts'
import { subscriptionSettings } from '#features/subscribers/ground/subscription-settings.contract.ts'
import { pageGroups } from './page-texts.contract.ts'

const onHome: [path: string, label: string] = ['/', 'Home']
const onAbout: typeof onHome = ['/about', 'About']
const onContact: typeof onHome = ['/contact', 'Contact']

const companySettings = group('company', {
  title: 'Company',
  lead: 'Name, email, phone, address and booking link.',
  access: 'manage',
  pages: [onContact, onHome, onAbout],
  panels: {
    Company: {
      brand: text('Name', { hint: 'In the header, page titles, emails and link previews.' }),
      tagline: text('Tagline', { max: 300, hint: 'In the footer and in search results.' }),
    },
    Contact: {
      email: text('Email', {
        control: 'email',
        max: 500,
        accepts: (value) => company.shape.email.safeParse(value).success,
        error: 'Email must be an email address',
        hint: 'We also send new contact messages here.',
      }),
      phone: text('Phone', { max: 60 }),
      phoneHours: text('Phone hours', { max: 120 }),
      bookingUrl: webAddress('Booking URL', { hint: 'For “Schedule a Call”.' }),
      chatUrl: webAddress('Live chat URL', { hint: 'Leave blank to send “Live Chat” to the contact form.' }),
    },
    Address: {
      street: text('Street'),
      city: text('City'),
      region: text('Region'),
      postalCode: text('Postal code', { max: 20 }),
      country: text('Country'),
    },
  },
})

const figure = <N extends number>(n: N) =>
  ({
    [`name${n}`]: `Number ${n}: label`,
    [`home${n}`]: `Number ${n} on Home`,
    [`about${n}`]: `Number ${n} on About`,
  }) as Record<`name${N}` | `home${N}` | `about${N}`, string>

const figureTexts = group('figures', {
  title: 'Key numbers',
  lead: 'The numbers on Home and About, such as clients and projects.',
  access: 'writeSite',
  pages: [onHome, onAbout],
  shows: (name = '') => `[aria-label="In figures"] li:nth-child(${name.at(-1) ?? 1})`,
  pageFor: (name) => (name.startsWith('home') ? '/' : name.startsWith('about') ? '/about' : undefined),
  columns: ['Label', 'On Home', 'On About'],
  panels: words(figures, {
    'First number': figure(1),
    'Second number': figure(2),
    'Third number': figure(3),
    'Fourth number': figure(4),
  }),
})

const promise = (label: string, hint: string): Shown => ({ label, hint, mayBeEmpty: true })

const promiseTexts = group('promises', {
  title: 'Response promise',
  lead: 'How soon you reply and how often you email. Leave one blank to hide it.',
  access: 'writeSite',
  pages: [onContact, ['/about', 'Footer']],
  panels: words(promises, {
    'Response promise': {
      answerTime: promise('We reply within …', 'Next to the contact form.'),
      reader: promise('… reads every message', 'Under the title of the contact page.'),
      newsletter: promise('Newsletter: at most …', 'Next to the newsletter form.'),
    },
  }),
})

/** The logo is an SVG as text, or a picture as a `data:` address; both are re-encoded. */
const brandSettings = group('brand', {
  title: 'Brand',
  lead: 'Logo and colour of buttons, links, icons and link previews.',
  access: 'manage',
  pages: [onHome, onContact],
  panels: {
    Logo: {
      logo: setting('Logo', {
        control: 'logo',
        rule: z.nullish(
          z.string('The logo must be a text').check(z.maxLength(700_000, 'The logo is too large: at most 500 KB')),
        ),
      }),
      logoNamed: flag('Logo includes the name', {
        standard: false,
        hint: 'Hides the name next to the logo.',
      }),
    },
    Colour: {
      accent: setting('Accent colour', {
        control: 'accent',
        standard: accentNames[0],
        rule: z.nullish(z.enum(['', ...accentNames], 'Choose one of the colours')),
      }),
    },
  },
})

const targetError = 'Enter a path such as /courses, or a URL that starts with https://'

const links = (label: string, hint: string) =>
  setting(label, {
    control: 'links',
    hint,
    rule: z.nullish(
      z
        .array(
          z.object({
            label: requiredText('The text of a link', 80),
            to: requiredText('The URL of a link', 500).check(z.refine(isLinkTarget, targetError)),
          }),
        )
        .check(z.maxLength(12, `${label}: at most 12 links`)),
    ),
  })

const network = (label: string) => webAddress(label, { mayBeEmpty: true })

const footerSettings = group('footer', {
  title: 'Footer and social',
  lead: 'Footer links and social profiles. Leave one blank to hide it.',
  access: 'writeSite',
  pages: [['/newsletter', 'Footer']],
  shows: () => 'footer',
  panels: {
    Links: {
      services: links('Services', 'Under “Services” in the footer.'),
      more: links('More links', 'Under the quick links.'),
    },
    'Social networks': {
      linkedin: network('LinkedIn'),
      github: network('GitHub'),
      x: network('X'),
      youtube: network('YouTube'),
      instagram: network('Instagram'),
      facebook: network('Facebook'),
    },
  },
})

const announcementSettings = group('announcement', {
  title: 'Announcement',
  lead: 'A banner on top of every page, now or on a schedule.',
  access: 'writeSite',
  pages: [onHome, ['/courses', 'Courses']],
  panels: {
    Announcement: {
      text: text('Text', { hint: 'Leave blank for no announcement.' }),
      linkLabel: text('Link text', { max: 60 }),
      linkTo: text('Link', {
        called: 'The link',
        max: 500,
        accepts: isLinkTarget,
        error: targetError,
        hint: 'A page title, a path such as /courses, or a URL.',
      }),
      dismissible: flag('Visitors can dismiss it', { standard: true }),
      publishAt: setting('Appears', { control: 'time', rule: scheduleInput.publishAt }),
      unpublishAt: setting('Ends', { control: 'time', rule: scheduleInput.unpublishAt }),
    },
  },
})

export const signInSettings = group('sign-in', {
  title: 'Sign-in',
  lead: 'How staff sign in.',
  access: 'manage',
  isElsewhere: true,
  pages: [],
  panels: { 'Sign-in': { requireSecondFactor: flag('Require two-factor authentication', { standard: false }) } },
})

export const groups: Record<string, Group> = Object.fromEntries(
  [
    companySettings,
    figureTexts,
    promiseTexts,
    consentSettings,
    deskSettings,
    trainingSettings,
    subscriptionSettings,
    publishingSettings,
    analyticsSettings,
    connectionSettings,
    brandSettings,
    footerSettings,
    announcementSettings,
    signInSettings,
    ...pageGroups,
  ].map((one: Group) => [one.id, one]),
)

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

/** A page with other settings; `page` is absent if there is none. `logo` is present if the page shows one that is not saved. */
export const settingsPreview = z.object({
  html: z.string(),
  page: z.optional(z.object({ title: z.string(), description: z.optional(z.string()) })),
  logo: z.optional(z.string()),
})
export type SettingsPreview = z.infer<typeof settingsPreview>
