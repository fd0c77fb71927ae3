import { doneBody } from '#contract/fields.ts'
import { readAuthor } from '#features/blog/blog.shared.server.ts'
import { readBackupState } from '#server/backup/backup-status.ts'
import type { Config } from '#server/config/config.ts'
import { shippedCompany } from '#server/config/environment.ts'
import { type Database, nowIn } from '#server/database/connect.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { isMailTested } from '#server/mail/test-message.ts'
import { day } from '#server/security/counters.ts'
import { type FirstStep, firstSteps } from './dashboard.contract.ts'

type Context = Pick<AppContext, 'config' | 'database' | 'site' | 'identity'>
type Step = Omit<FirstStep, 'id' | 'title'>

/** The steps are shown to an owner for so long, in milliseconds. */
const shownFor = 7 * day

/** The remaining tasks of a new site, for each owner until they are done or dismissed, in the first week. */
export const firstStepRoutes = feature('Dashboard', async (app, context) => {
  const { database } = context
  const path = '/users/me/first-steps'

  route(app, `GET ${path}`, {
    access: 'manage',
    summary: 'Get the first tasks of a new site, and which of them are done',
    description: 'The list is empty for an owner who has dismissed it, and after their first week.',
    answer: firstSteps,
    handler: async (request) => {
      const staff = staffOf(request)
      const { firstStepsDismissedAt, createdAt } = await database.db
        .selectFrom('users')
        .select(['firstStepsDismissedAt', 'createdAt'])
        .where('id', '=', staff.id)
        .executeTakeFirstOrThrow()
      const isOver = firstStepsDismissedAt !== null || Date.parse(createdAt) < database.clock() - shownFor
      return { steps: isOver ? [] : await readSteps(context, staff) }
    },
  })

  route(app, `DELETE ${path}`, {
    access: 'manage',
    activity: 'step',
    summary: 'Dismiss the first tasks for good',
    answer: doneBody,
    handler: async (request) => {
      await database.db
        .updateTable('users')
        .set({ firstStepsDismissedAt: nowIn(database.db) })
        .where('id', '=', staffOf(request).id)
        .execute()
      return { message: 'Getting started is dismissed' }
    },
  })
})

async function readSteps(context: Context, staff: Staff): Promise<FirstStep[]> {
  const { config, database, site } = context
  const { company } = await site.now()
  const steps: [FirstStep['id'], title: string, Step | undefined][] = [
    ['profile', 'Your name and picture', await readProfile(database, staff)],
    ['company', 'The company’s name and address', readCompany(company)],
    ['samples', 'Your own content', await readSamples(database)],
    ['mail', 'Email delivery', await readMail(config, database)],
    ['secondFactor', 'Two-factor authentication', await readSecondFactor(context, staff)],
    ['backup', 'A verified backup', await readBackup(config, database)],
  ]
  return steps.flatMap(([id, title, step]) => (step ? [{ id, title, ...step }] : []))
}

/** An empty profile has the company's name, not the user's. */
async function readProfile(database: Database, { profileId, name }: Staff): Promise<Step> {
  const { name: signed, avatarUrl } = await readAuthor(database, profileId)
  const text =
    signed === name
      ? 'Readers see both below your articles. Your picture is missing.'
      : `Your articles are signed “${signed}” until you say who you are.`
  return { text, to: '/admin/profile', done: signed === name && avatarUrl !== undefined }
}

const listOf = (names: string[]) => new Intl.ListFormat('en-GB').format(names)

/** An edited company file counts as done; the shipped one has a reserved domain. */
function readCompany(company: Config['company']): Step {
  const shipped = shippedCompany.domain === 'example.com' ? shippedCompany : undefined
  const { address } = company
  const fictional = [
    company.brand === shipped?.brand && 'name',
    company.email === shipped?.email && 'email',
    company.phone === shipped?.phone && 'phone',
    address.street === shipped?.address.street && 'address',
  ].filter((name) => name !== false)
  return {
    text: `Visitors still see a fictional ${listOf(fictional)}.`,
    to: '/admin/settings/company',
    done: fictional.length === 0,
  }
}

const kinds = [
  { table: 'blogs', one: 'article' },
  { table: 'courses', one: 'course' },
  { table: 'products', one: 'product' },
  { table: 'services', one: 'service' },
] as const
/** More than the sample content has of any kind. It is only loaded into an empty database, so its records are the first. */
const firstRecords = 100

async function readSamples(database: Database): Promise<Step> {
  const counts = await Promise.all(kinds.map(async (kind) => ({ ...kind, count: await countSamples(database, kind) })))
  const left = counts.filter(({ count }) => count > 0)
  const names = left.map(({ count, one }) => `${count} ${count === 1 ? one : `${one}s`}`)
  return {
    text: `${listOf(names)} are samples. Edit or delete them.`,
    to: `/admin/${left[0]?.table ?? 'blogs'}`,
    done: left.length === 0,
  }
}

/** Records that staff have written or changed have their name. */
async function countSamples({ db }: Database, { table }: Pick<(typeof kinds)[number], 'table'>): Promise<number> {
  const first = db.selectFrom(table).select(['updatedBy', 'deletedAt']).orderBy('id').limit(firstRecords).as('first')
  const { count } = await db
    .selectFrom(first)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('updatedBy', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

async function readMail({ mail }: Config, database: Database): Promise<Step> {
  const text = mail.smtpUrl
    ? 'Send yourself a test email to check the mail server.'
    : 'No mail server is set up yet, so nobody receives email. Set SMTP_URL on the server.'
  return { text, to: '/admin/system', done: await isMailTested(database, mail) }
}

/** Undefined with Firebase, which has the second factors of its accounts. */
async function readSecondFactor({ identity }: Context, { uid }: Staff): Promise<Step | undefined> {
  if (identity.kind !== 'embedded') return undefined
  const done = await identity.hasSecondFactor(uid)
  return {
    text: 'With an authenticator app or a passkey, a stolen password is not enough to sign in.',
    to: '/admin/profile',
    done,
  }
}

/** Undefined with external backups, whose state is unknown. */
async function readBackup({ backup, timeZone }: Config, database: Database): Promise<Step | undefined> {
  if (backup.at === undefined) return undefined
  const { goodAt } = await readBackupState(database)
  const text = `The first one is made at ${backup.at} (${timeZone}), then verified.`
  return { text, to: '/admin/system', done: goodAt !== undefined }
}
