import * as z from 'zod/mini'
import { changeAuthor, lockAuthor, readAuthor } from '#features/blog/authors.shared.server.ts'
import { storeUpload } from '#media/server/store-upload.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { updateRow } from '#server/database/rows.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/staff.ts'
import { acceptForms, fileField, pictureOf, readForm } from '#server/resource/read-form.ts'
import { deleteFormerPicture, refuseDeletedPicture } from './own-picture.server.ts'
import { type Profile, profile, profileChange } from './users.contract.ts'
import { users } from './users.table.ts'

/** The profile of the signed-in member of staff, as their posts show it. */
export const profileRoutes: FeatureRoutes = async (app, { config, database }) => {
  await acceptForms(app)

  app.get(
    '/users/me',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Get the profile of the caller, as posts show it',
        response: { 200: profile },
      },
    },
    async (request) => readProfile(database, config, staffOf(request)),
  )

  app.put(
    '/users/me',
    {
      config: { access: 'staff', act: 'Change their own profile' },
      schema: {
        summary: 'Change the profile of the caller',
        body: profileChange,
        response: { 200: profile },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { name, bio } = request.body
      const avatarUrl = request.body.avatarUrl || undefined
      await changeContent(database, async (trx) => {
        const before = await lockAuthor(trx, staff.profileId)
        // Adding only a picture does not turn the default company name into the person's own.
        if (name !== before.name) await updateRow(trx, users, staff.id, { name })
        if (avatarUrl !== before.avatarUrl) await refuseDeletedPicture(trx, avatarUrl)
        await changeAuthor(trx, staff.profileId, { name, bio, avatarUrl })
        await deleteFormerPicture(trx, before.avatarUrl)
      })
      return readProfile(database, config, staff)
    },
  )

  app.put(
    '/users/me/avatar',
    {
      config: { access: 'staff', act: 'Change their own picture' },
      preValidation: readForm(z.object({})),
      schema: {
        summary: 'Replace the picture of the caller’s profile',
        description:
          'The picture is in the field `image`. It is not in the media library, and the former one is deleted.',
        consumes: ['multipart/form-data'],
        body: z.object({ image: z.optional(fileField) }),
        response: { 200: profile },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { url: avatarUrl } = await storeUpload(database, { ...pictureOf(request), profileId: staff.profileId })
      await changeContent(database, async (trx) => {
        const before = await lockAuthor(trx, staff.profileId)
        await changeAuthor(trx, staff.profileId, { avatarUrl })
        await deleteFormerPicture(trx, before.avatarUrl)
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
