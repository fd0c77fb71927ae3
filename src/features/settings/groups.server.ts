import { renameDefaultAuthorProfiles } from '#features/blog/blog.shared.server.ts'
import { renameDefaultInstructor } from '#features/courses/course/courses.shared.server.ts'
import { legalDocuments } from '#features/legal/legal.contract.ts'
import { type LegalName, readLegalFile, titles } from '#features/legal/legal-file.shared.server.ts'
import { prepareLogo } from '#media/server/prepare-logo.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import type { Caller } from '#server/identity/accounts.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { brandWith, defaultAuthorNameKey, type SiteConfig } from '#server/site-config/site-config.ts'

type Fields = Record<string, unknown>

/** The parts of a group that need the server. */
type ServerRules = {
  /** The defaults that its declaration cannot know. */
  defaults?(config: Config): Fields | Promise<Fields>
  /** Converts the input into the stored form; slow work before the transaction. */
  prepare?(given: Fields): Promise<Fields>
  /** @throws HttpError for a change that the caller must not make */
  check?(given: Fields, actor: Caller, config: Config): void
  /** Whether a change needs a confirmed identity (`confirm`). */
  confirm?: true
  /** The fields that the environment sets, by their names. */
  fixed?(config: Config): Record<string, string>
  /** Done in the transaction of a change. */
  step?(trx: Transaction, config: Config, fields: Fields): Promise<void>
}

/** Prevents owners from locking themselves out: requiring a second factor needs a session that used one. */
function checkSignIn({ requireSecondFactor }: Record<string, unknown>, { secondFactor }: Caller, config: Config) {
  if (!requireSecondFactor) return
  if (config.identity.kind !== 'embedded') throw new HttpError(409, 'Accounts are at Firebase. Turn on 2FA there.')
  if (!secondFactor)
    throw new HttpError(
      409,
      'Use 2FA yourself first: set up an authenticator app or a passkey in your profile, or sign in again with it.',
    )
}

/** Renames the default author and instructor. Names that a person has typed stay. */
async function renameDefaultAuthor(trx: Transaction, config: Pick<Config, 'company'>, brand: string): Promise<void> {
  const stored = await readStoredValue(trx, defaultAuthorNameKey)
  if (stored === brand) return
  const former = stored ?? config.company.brand
  if (former !== brand) {
    await renameDefaultAuthorProfiles(trx, former, brand)
    await renameDefaultInstructor(trx, former, brand)
  }
  await storeValue(trx, defaultAuthorNameKey, brand)
}

type Context = { config: Config; database: Database; site: SiteConfig }

/** The company may have a new name at the start: from a variable, its file, or a restored backup. */
export async function followBrand({ config, database, site }: Context): Promise<void> {
  const [stored, { company }] = await Promise.all([readStoredValue(database.db, defaultAuthorNameKey), site.now()])
  if (stored !== company.brand) await changeContent(database, (trx) => renameDefaultAuthor(trx, config, company.brand))
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
  company: {
    defaults: ({ company: { address, social: _, domain: __, ...details } }) => ({ ...details, ...address }),
    fixed: ({ fixed }) => fixed,
    step: (trx, config, fields) => renameDefaultAuthor(trx, config, brandWith(config, fields)),
  },
  footer: { defaults: ({ company }) => ({ ...company.social }) },
  brand: {
    prepare: async (given) => (given['logo'] ? { ...given, logo: await prepareLogo(String(given['logo'])) } : given),
  },
  'sign-in': { check: checkSignIn, confirm: true },
  ...Object.fromEntries(legalDocuments.map((name) => [name, legalRules(name)])),
}
