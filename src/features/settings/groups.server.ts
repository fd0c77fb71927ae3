import type * as z from 'zod/mini'
import { accentNames } from '#contract/accents.ts'
import { socialNetworks } from '#contract/company.ts'
import { consentLines } from '#contract/default-words.ts'
import { deskDefaults } from '#features/contact/ground/desk-settings.contract.ts'
import { trainingDefaults } from '#features/courses/ground/training-settings.contract.ts'
import { countingDefaults } from '#features/figures/counting-settings.contract.ts'
import { legalDocuments } from '#features/legal/legal.contract.ts'
import { type LegalName, readLegalFile, titles } from '#features/legal/legal-file.shared.server.ts'
import {
  subscriptionDefaults,
  type Topic,
  withIds,
} from '#features/newsletter/ground/subscription-settings.contract.ts'
import { prepareLogo } from '#media/server/prepare-logo.ts'
import type { Config } from '#server/config/config.ts'
import type { Caller } from '#server/identity/staff.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { SiteGroups } from '#server/site-config/site-config.ts'
import { groupInputs, pageInput, wordsInput } from './settings.contract.ts'
import { shippedWords } from './shipped-words.contract.ts'

type Group = {
  input: z.ZodMiniObject
  /** The values of fields that staff have not set. */
  defaults(config: Config): Record<string, unknown> | Promise<Record<string, unknown>>
  /** The fields whose empty value removes something from the site. In other fields it restores the default. */
  mayBeEmpty?: readonly string[]
  /** Converts the input into the stored form; slow work before the transaction. */
  prepare?(given: Record<string, unknown>): Promise<Record<string, unknown>>
  /** @throws HttpError for a change that the caller must not make */
  check?(given: Record<string, unknown>, by: Caller, config: Config): void
  /** Whether a change needs a confirmed identity (`config.confirm`). */
  confirm?: true
  /** No page shows it. */
  hidden?: true
  /** The texts of pages as shipped, if the preview shows where each one is. */
  texts?: Record<string, string>
  /** The path of the page whose search appearance is among the fields. */
  page?: string
}

const wordsGroup = (words: Record<string, string>, mayBeEmpty: readonly string[] = []): Group => ({
  input: wordsInput(words),
  defaults: () => words,
  mayBeEmpty,
})

const pageGroup = (page: string, words: Record<string, string>, mayBeEmpty?: readonly string[]): Group => ({
  ...wordsGroup(words, mayBeEmpty),
  input: pageInput(words),
  texts: words,
  page,
})

const { promises } = shippedWords

/** The groups whose fields are texts of the site (`useWords`). */
const wordGroups = {
  home: pageGroup('/', shippedWords.home),
  about: pageGroup('/about', shippedWords.about, ['step1Year', 'step2Year', 'step3Year']),
  services: pageGroup('/services', shippedWords.services),
  products: pageGroup('/products', shippedWords.products),
  blog: pageGroup('/blog', shippedWords.blog),
  courses: pageGroup('/courses', shippedWords.courses),
  contact: pageGroup('/contact', shippedWords.contact),
  work: pageGroup('/work', shippedWords.work),
  careers: pageGroup('/careers', shippedWords.careers),
  newsletter: pageGroup('/newsletter', shippedWords.newsletter),
  figures: wordsGroup(shippedWords.figures),
  promises: { ...wordsGroup(promises, Object.keys(promises)), texts: promises },
} satisfies Record<keyof typeof shippedWords, Group>

const legalGroup = (name: LegalName): Group => ({
  input: groupInputs[name],
  page: `/${name}`,
  async defaults({ legalDirs }) {
    const file = await readLegalFile(legalDirs, name).catch(() => undefined)
    const { title = titles[name], description = '', updated = '', source = '' } = file ?? {}
    return { title, description, updated, content: source.trim() }
  },
})

/** Prevents owners from locking themselves out: requiring a second factor needs a session that used one. */
function checkSignIn({ requireSecondFactor }: Record<string, unknown>, { secondFactor }: Caller, config: Config) {
  if (!requireSecondFactor) return
  if (config.identity.kind !== 'embedded')
    throw new HttpError(409, 'The accounts of this site are at Firebase, which has its own second factors.')
  if (!secondFactor)
    throw new HttpError(
      409,
      'Sign in with a second factor yourself first: set up an authenticator app or a passkey in your profile, or sign in again with it.',
    )
}

/** Topics with their ids; null restores the default, and so does the default itself. */
function storedTopics(given: unknown): Topic[] | null {
  if (!Array.isArray(given)) return null
  const topics = withIds(given)
  return JSON.stringify(topics) === JSON.stringify(subscriptionDefaults.topics) ? null : topics
}

/** All groups by the last part of their address. */
export const groups: Record<string, Group> = {
  company: {
    input: groupInputs.company,
    defaults: ({ company: { address, social: _, domain: __, ...details } }) => ({ ...details, ...address }),
  },
  footer: {
    input: groupInputs.footer,
    defaults: ({ company }) => ({ ...company.social }),
    mayBeEmpty: socialNetworks,
  },
  announcement: { input: groupInputs.announcement, defaults: () => ({ dismissible: true }) },
  brand: {
    input: groupInputs.brand,
    defaults: () => ({ accent: accentNames[0], logoNamed: false }),
    prepare: async (given) => (given['logo'] ? { ...given, logo: await prepareLogo(String(given['logo'])) } : given),
  },
  'sign-in': {
    input: groupInputs['sign-in'],
    defaults: () => ({ requireSecondFactor: false }),
    check: checkSignIn,
    confirm: true,
    hidden: true,
  },
  desk: { input: groupInputs.desk, defaults: () => deskDefaults, mayBeEmpty: ['reminderAt'], hidden: true },
  training: { input: groupInputs.training, defaults: () => trainingDefaults, mayBeEmpty: ['gst', 'termsUrl'] },
  subscriptions: {
    input: groupInputs.subscriptions,
    defaults: () => subscriptionDefaults,
    prepare: async ({ topics, ...given }) => ({
      ...given,
      ...(topics !== undefined && { topics: storedTopics(topics) }),
    }),
  },
  counting: { input: groupInputs.counting, defaults: () => countingDefaults, hidden: true },
  ...wordGroups,
  consent: {
    input: groupInputs.consent,
    defaults: () => ({ ...consentLines, phone: false }),
    mayBeEmpty: Object.keys(consentLines),
  },
  privacy: legalGroup('privacy'),
  terms: legalGroup('terms'),
  cookies: legalGroup('cookies'),
}

/** The effect of the groups on the site (see `createSiteConfig`). */
export const siteGroups: SiteGroups = {
  words: [...Object.keys(wordGroups), 'consent'],
  pages: Object.fromEntries(Object.entries(groups).flatMap(([id, { page }]) => (page ? [[id, page]] : []))),
  legal: legalDocuments,
  own: ['desk', 'training', 'subscriptions', 'counting', 'consent'],
}
