import { changeAuthor, readAuthor } from '#features/blog/authors.shared.server.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { updateRow } from '#server/database/rows.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/staff.ts'
import { type Profile, profile, profileChange } from './users.contract.ts'
import { users } from './users.table.ts'

/** The profile of the signed-in member of staff, as their posts show it. */
export const profileRoutes: FeatureRoutes = async (app, { config, database }) => {
  const tags = ['Users']

  app.get(
    '/users/me',
    {
      config: { access: 'staff' },
      schema: {
        tags,
        summary: 'Get the profile of the caller, as posts show it',
        response: { 200: profile },
      },
    },
    async (request) => readProfile(database, config, staffOf(request)),
  )

  app.put(
    '/users/me',
    {
      config: { access: 'staff' },
      schema: {
        tags,
        summary: 'Change the profile of the caller',
        body: profileChange,
        response: { 200: profile },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { name, bio, avatarUrl } = request.body
      await changeContent(database, async (trx) => {
        const { name: signed } = await readAuthor({ db: trx }, staff.profileId)
        // Who only adds a picture does not make the company's name, with which the profile begins, their own.
        if (name !== signed) await updateRow(trx, users, staff.id, { name })
        await changeAuthor(trx, staff.profileId, { name, bio, avatarUrl: avatarUrl || undefined })
      })
      return readProfile(database, config, staff)
    },
  )
}

async function readProfile(
  database: Database,
  { timeZone }: Pick<Config, 'timeZone'>,
  { id, email, role, profileId }: Staff,
): Promise<Profile> {
  const { name, bio, avatarUrl } = await readAuthor(database, profileId)
  return { _id: id, name, email, role, avatarUrl, bio, timeZone }
}
