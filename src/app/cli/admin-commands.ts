import { sql } from 'kysely'
import { isAtDomain } from '#contract/identity.ts'
import type { Role } from '#contract/roles.ts'
import { addUser, changeUser } from '#features/users/user-writes.server.ts'
import { BackupError } from '#server/backup/manifest.ts'
import { openSnapshot } from '#server/backup/open-snapshot.ts'
import { nameOf } from '#server/backup/restore-backup.ts'
import type { Config } from '#server/config.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { migrations } from '#server/database/migrate.ts'
import { ConfigError } from '#server/environment.ts'
import { type EmbeddedIdentity, embeddedIdentity } from '#server/identity/embedded.ts'
import { onlyAtDomain } from '#server/identity/staff.ts'
import { createToken } from '#server/identity/token-hash.ts'

/** Works on the site's database, running or not. @throws when there is no site, or another version of the program has made it */
async function withSite(config: Config, work: (database: Database) => Promise<string>): Promise<string> {
  const { schema, close } = await openSnapshot(config.database)
  await close()
  if (schema.length === 0) throw new BackupError(`${nameOf(config.database)} holds no site`)
  if (schema.join() !== migrations.map(({ name }) => name).join())
    throw new ConfigError('The database is of another version of this program; start the site once, then try again')
  const database = await connect(config.database)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** @throws ConfigError where Firebase keeps the accounts */
function embedded(config: Config, database: Database): EmbeddedIdentity {
  if (config.identity.kind === 'embedded') return embeddedIdentity(database)
  throw new ConfigError(
    'The accounts are at Firebase (IDENTITY=firebase): passwords and invitations are made in its console',
  )
}

const linkTo = ({ publicUrl }: Config, token: string) => `${publicUrl}/#/admin/reset-password?token=${token}`

/** The user with an address, whatever its case. */
async function findUser({ db }: Database, email: string) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'active', 'firebaseUid'])
    .where(sql`lower("email")`, '=', email.toLowerCase())
    .executeTakeFirst()
  if (!row) throw new ConfigError(`There is no user with the address ${email} (atrium admin list shows all)`)
  return row
}

export const listStaff = (config: Config): Promise<string> =>
  withSite(config, async ({ db }) => {
    const users = await db.selectFrom('users').select(['name', 'email', 'active', 'role']).orderBy('email').execute()
    const width = Math.max(...users.map(({ email }) => email.length), 0)
    if (users.length === 0) return 'Nobody has access. The next start makes an administrator.'
    return users
      .map(
        ({ name, email, active, role }) =>
          `${email.padEnd(width)}  ${active ? 'active     ' : 'deactivated'}  ${role.padEnd(6)}  ${name}`,
      )
      .join('\n')
  })

export const invite = (config: Config, email: string, name: string, role: Role): Promise<string> =>
  withSite(config, async (database) => {
    const identity = embedded(config, database)
    if (!isAtDomain(email, config.company.domain)) throw onlyAtDomain(config.company.domain)
    const known = await database.db
      .selectFrom('users')
      .select('id')
      .where(sql`lower("email")`, '=', email.toLowerCase())
      .executeTakeFirst()
    if (known) throw new ConfigError(`${email} is a user already; atrium admin reset-password makes a link`)
    // An account that was never given access, such as one whose creation was interrupted.
    const leftOver = await identity.findAccountByEmail(email)
    if (leftOver) await identity.removeAccount(leftOver.uid)
    // Nobody knows this password; the link replaces it.
    const firebaseUid = await identity.createAccount({ name, email, password: createToken() })
    await addUser(database, { firebaseUid, name, email, role })
    return `${email} has access as ${role}. The link works once, within 72 hours:\n${linkTo(config, await identity.createInvitationToken(firebaseUid))}`
  })

export const resetPassword = (config: Config, email: string): Promise<string> =>
  withSite(config, async (database) => {
    const identity = embedded(config, database)
    const { active, firebaseUid } = await findUser(database, email)
    if (!active) throw new ConfigError(`${email} is deactivated; atrium admin enable gives access again`)
    if (!firebaseUid) throw new ConfigError(`${email} has no account here; delete the user and invite them again`)
    return `The link works once, within an hour:\n${linkTo(config, await identity.createResetToken(firebaseUid))}`
  })

export const enable = (config: Config, email: string): Promise<string> =>
  withSite(config, async (database) => {
    const { id, active } = await findUser(database, email)
    if (active) return `${email} has access already`
    await changeUser(database, id, { active: true }, id)
    return `${email} has access again`
  })
