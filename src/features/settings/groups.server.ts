import type { Group } from '#contract/settings.ts'
import { legalDocuments } from '#features/legal/legal.contract.ts'
import { type LegalName, readLegalFile, titles } from '#features/legal/legal-file.shared.server.ts'
import { prepareLogo } from '#media/server/prepare-logo.ts'
import type { Config } from '#server/config/config.ts'
import type { Caller } from '#server/identity/staff.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { SiteGroups } from '#server/site-config/site-config.ts'
import { groups } from './settings.contract.ts'

type Fields = Record<string, unknown>

/** The parts of a group that need the server. */
type ServerRules = {
  /** The defaults that its declaration cannot know. */
  defaults?(config: Config): Fields | Promise<Fields>
  /** Converts the input into the stored form; slow work before the transaction. */
  prepare?(given: Fields): Promise<Fields>
  /** @throws HttpError for a change that the caller must not make */
  check?(given: Fields, by: Caller, config: Config): void
  /** Whether a change needs a confirmed identity (`config.confirm`). */
  confirm?: true
}

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

const legalRules = (name: LegalName): ServerRules => ({
  async defaults({ legalDirs }) {
    const file = await readLegalFile(legalDirs, name).catch(() => undefined)
    const { title = titles[name], description = '', updated = '', source = '' } = file ?? {}
    return { title, description, updated, content: source.trim() }
  },
})

/** By the ids of the groups. */
export const serverRules: Record<string, ServerRules> = {
  company: { defaults: ({ company: { address, social: _, domain: __, ...details } }) => ({ ...details, ...address }) },
  footer: { defaults: ({ company }) => ({ ...company.social }) },
  brand: {
    prepare: async (given) => (given['logo'] ? { ...given, logo: await prepareLogo(String(given['logo'])) } : given),
  },
  'sign-in': { check: checkSignIn, confirm: true },
  ...Object.fromEntries(legalDocuments.map((name) => [name, legalRules(name)])),
}

/** The defaults of the texts that pages show. */
export const wordsOf = ({ settings }: Group): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, { isWord, standard }]) => (isWord ? [[name, String(standard)]] : [])),
  )

/** The effect of the groups on the site (see `createSiteConfig`). */
export const siteGroups: SiteGroups = {
  words: Object.fromEntries(
    Object.values(groups).flatMap((group) => {
      const names = Object.keys(wordsOf(group))
      return names.length > 0 ? [[group.id, names]] : []
    }),
  ),
  pages: Object.fromEntries(
    Object.values(groups).flatMap(({ id, pages: [page], hasAppearance }) =>
      hasAppearance && page ? [[id, page[0]]] : [],
    ),
  ),
  legal: legalDocuments,
}
