import { sql } from 'kysely'
import { entities } from '#app/entities.server.ts'
import type { Role } from '#contract/roles.ts'
import { invitationLink, passwordLink } from '#features/identity/ground/account-mail.shared.server.ts'
import { queueFactorsRemoved } from '#features/identity/ground/account-notices.shared.server.ts'
import { inviteUser } from '#features/users/invitations.server.ts'
import { changeUser } from '#features/users/user-writes.server.ts'
import { mediaListener } from '#media/server/media-uses.ts'
import { BackupError } from '#server/backup/manifest.ts'
import { openSnapshot } from '#server/backup/open-snapshot.ts'
import { nameOf } from '#server/backup/restore-backup.ts'
import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/environment.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { migrations } from '#server/database/migrate.ts'
import { storeValue } from '#server/database/rows.ts'
import { clearSearch } from '#server/database/search.ts'
import { searchRule, searchRuleName } from '#server/database/search-terms.ts'
import { type EmbeddedIdentity, embeddedIdentity } from '#server/identity/identity.ts'
import { knownPublicUrl } from '#server/site-config/site-config.ts'

/** Works on the site's database, running or not. @throws when there is no site, or another version of the program has made it */
export async function withSite<Result = string>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const schema = await schemaOf(config)
  if (schema.length === 0) throw new BackupError(`${nameOf(config.database)} contains no site`)
  if (schema.join() !== migrations.map(({ name }) => name).join())
    throw new ConfigError('The database is of another version of this program; start the site once, then try again')
  await using database = await connect(config.database, { listener: mediaListener })
  return await work(database)
}

async function schemaOf({ database }: Config): Promise<string[]> {
  await using snapshot = await openSnapshot(database)
  return snapshot.schema
}

/** @throws ConfigError where Firebase keeps the accounts */
function embedded(config: Config, database: Database): EmbeddedIdentity {
  if (config.identity.kind === 'embedded') return embeddedIdentity(database)
  throw new ConfigError(
    'The accounts are at Firebase (IDENTITY=firebase): manage passwords and invitations in its console',
  )
}

/** The user with an address, whatever its case. */
const userAt = ({ db }: Database, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'active', 'firebaseUid', 'name', 'email', 'role'])
    .where(sql`lower("email")`, '=', email.toLowerCase())
    .executeTakeFirst()

async function findUser(database: Database, email: string) {
  const row = await userAt(database, email)
  if (!row) throw new ConfigError(`There is no user with the address ${email} (atrium admin list shows all)`)
  return row
}

export const listStaff = (config: Config): Promise<string> =>
  withSite(config, async (database) => {
    const columns = ['name', 'email', 'active', 'role', 'firebaseUid'] as const
    const users = await database.db.selectFrom('users').select(columns).orderBy('email').execute()
    if (users.length === 0) return 'No one has access. The next start creates an administrator.'
    const invited = config.identity.kind === 'embedded' ? await embeddedIdentity(database).listInvited() : new Map()
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: config.timeZone, day: 'numeric', month: 'short' })
    const stateOf = ({ active, firebaseUid }: (typeof users)[number]) => {
      const until = invited.get(firebaseUid ?? '')
      if (!active || until === undefined) return active ? 'active' : 'deactivated'
      const ended = Date.parse(until) <= database.clock()
      return `${ended ? 'invitation ended' : 'invited until'} ${day.format(new Date(until))}`
    }
    return table(users.map((user) => [user.email, stateOf(user), user.role, user.name]))
  })

/** Lines with aligned columns. */
export function table(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A link below the site's public address. Where the address is not known, a line says so. */
async function linked(database: Database, config: Config, link: (publicUrl: string) => Promise<string>) {
  const known = await knownPublicUrl(database, config)
  const made = await link(known ?? config.publicUrl)
  if (known !== undefined) return made
  return `${made}\nPUBLIC_URL is not set, so the link begins with ${config.publicUrl}. Put the site's own address in its place.`
}

export const invite = (config: Config, email: string, name: string, role: Role): Promise<string> =>
  withSite(config, async (database) => {
    const identity = embedded(config, database)
    if (await userAt(database, email))
      throw new ConfigError(`${email} is a user already; atrium admin reset-password makes a link`)
    const { firebaseUid } = await inviteUser(database, identity, { name, email, role }, config.company.domain)
    const link = async (publicUrl: string) =>
      invitationLink(publicUrl, await identity.createInvitationToken(firebaseUid))
    return `${email} has access as ${role}. The link works once, within 72 hours:\n${await linked(database, config, link)}`
  })

export const resetPassword = (config: Config, email: string): Promise<string> =>
  withSite(config, async (database) => {
    const identity = embedded(config, database)
    const { active, firebaseUid } = await findUser(database, email)
    if (!active) throw new ConfigError(`${email} is deactivated; atrium admin enable gives access again`)
    if (!firebaseUid) throw new ConfigError(`${email} has no account here; delete the user and invite them again`)
    const link = async (publicUrl: string) => passwordLink(publicUrl, await identity.createResetToken(firebaseUid))
    return `The link works once, within an hour:\n${await linked(database, config, link)}`
  })

export const removeSecondFactor = (config: Config, email: string): Promise<string> =>
  withSite(config, async (database) => {
    const identity = embedded(config, database)
    const user = await findUser(database, email)
    const { firebaseUid } = user
    const removed =
      firebaseUid !== null &&
      (await identity.removeFactors(firebaseUid, (trx) => queueFactorsRemoved(trx, { ...user, firebaseUid })))
    return removed ? `${email} can sign in with only the password` : `${email} has no two-factor authentication`
  })

export const enable = (config: Config, email: string): Promise<string> =>
  withSite(config, async (database) => {
    const { id, name, active } = await findUser(database, email)
    if (active) return `${email} has access already`
    await changeUser(database, id, { active: true }, { id, name })
    return `${email} has access again`
  })

/** Rebuilds the full-text search index from the stored records. @returns how many there are of each kind */
export const reindex = (config: Config): Promise<string> =>
  withSite(config, async (database) => {
    await database.transaction(clearSearch)
    const counts: string[] = []
    for (const { plural, reindex } of entities)
      if (reindex) counts.push(`${plural.toLowerCase()}: ${(await reindex(database, config)).toLocaleString('en')}`)
    await storeValue(database.db, searchRuleName, searchRule)
    // Discards cached results.
    await changeContent(database, async () => {})
    return `The search index is rebuilt (${counts.join(', ')})`
  })
