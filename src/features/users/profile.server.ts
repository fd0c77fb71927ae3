import * as z from 'zod/mini'
import { parseImageUrl } from '#contract/media.ts'
import { still } from '#contract/media-library.ts'
import { onlyDrafts } from '#contract/roles.ts'
import { changeAuthor, isShownAuthor, lockAuthor, readAuthor } from '#features/blog/blog.shared.server.ts'
import { storeUpload } from '#media/server/store-upload.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { updateRow } from '#server/database/rows.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { secondPersonKinds } from '#server/record/second-person.ts'
import { acceptForms, fileForm, pictureOf, readForm } from '#server/resource/read-form.ts'
import { invalid, roleForbidden } from '#server/runtime/http-error.ts'
import { type Profile, profile, profileChange } from './users.contract.ts'
import { users } from './users.table.ts'

export const profileRoutes: FeatureRoutes = async (app, { config, database }) => {
  await acceptForms(app)

  route(app, 'GET /users/me', {
    access: 'account',
    summary: 'Get the profile of the caller, and the name at their posts',
    answer: profile,
    handler: async (request) => readProfile(database, config, staffOf(request)),
  })

  route(app, 'PUT /users/me', {
    access: 'account',
    act: 'Change their own profile',
    summary: 'Change the profile of the caller',
    description: 'For those who may not publish, 403 while a published or scheduled post shows it.',
    input: profileChange,
    answer: profile,
    handler: async (request) => {
      const staff = staffOf(request)
      const { name, bio } = request.body
      const avatarUrl = request.body.avatarUrl || undefined
      const changed = await changeContent(database, async (trx) => {
        const before = await lockAuthor(trx, staff.profileId)
        // Adding only a picture does not turn the default company name into the person's own.
        const isRenamed = name !== staff.name && name !== before.name
        const isChanged = isRenamed || bio !== before.bio || avatarUrl !== before.avatarUrl
        if (isChanged) await refuseIfShown(trx, staff)
        if (isRenamed) await updateRow(trx, users, staff.id, { name })
        if (avatarUrl !== before.avatarUrl) await refuseDeletedPicture(trx, avatarUrl)
        await changeAuthor(trx, staff.profileId, { ...(isRenamed && { name }), bio, avatarUrl })
        await deleteFormerPicture(trx, before.avatarUrl)
        return { ...staff, ...(isRenamed && { name }) }
      })
      return readProfile(database, config, changed)
    },
  })

  route(app, 'PUT /users/me/avatar', {
    access: 'account',
    act: 'Change their own photo',
    preValidation: readForm(z.object({})),
    summary: 'Replace the photo of the caller’s profile',
    description:
      'The photo is in the field `image`. It is not in the media library, and the former one is deleted. For those who may not publish, 403 while a published or scheduled post shows it. Of an animation the first frame is kept, and `still` says so.',
    consumes: ['multipart/form-data'],
    input: fileForm(),
    answer: z.extend(profile, { still }),
    handler: async (request) => {
      const staff = staffOf(request)
      const upload = { ...pictureOf(request), profileId: staff.profileId }
      await refuseIfShown(database.db, staff)
      const { url: avatarUrl, still } = await storeUpload(database, upload)
      await changeContent(database, async (trx) => {
        const before = await lockAuthor(trx, staff.profileId)
        await refuseIfShown(trx, staff)
        await changeAuthor(trx, staff.profileId, { avatarUrl })
        await deleteFormerPicture(trx, before.avatarUrl)
      })
      return { ...(await readProfile(database, config, staff)), ...(still && { still }) }
    },
  })
}

async function readProfile(database: Database, { timeZone }: Pick<Config, 'timeZone'>, staff: Staff): Promise<Profile> {
  const { id, name, email, role, profileId } = staff
  const { name: signedAs, bio, avatarUrl } = await readAuthor(database, profileId)
  const mayChange = !(await isKept(database.db, staff))
  const secondPerson = await secondPersonKinds(database.db)
  return { _id: id, name, signedAs, email, role, avatarUrl, bio, mayChange, timeZone, secondPerson }
}

/** Whether a profile stays as posts show it: that of an author who writes drafts only. */
const isKept = async (db: Db, staff: Staff): Promise<boolean> =>
  onlyDrafts(staff) && (await isShownAuthor(db, staff.profileId))

/** @throws HttpError 403 for the author of a published or scheduled post who writes drafts only: posts show the profile */
async function refuseIfShown(db: Db, staff: Staff): Promise<void> {
  if (!(await isKept(db, staff))) return
  throw roleForbidden(
    `Your posts show your name, bio and photo, and your role (${staff.role}) cannot publish. Ask an editor to change them.`,
  )
}

const hashOf = (url: string | undefined) => parseImageUrl(url ?? '')?.hash

/** Deletes a profile's former picture, unless the library has it or a record uses it. Pictures are served from memory: the caller moves the content version. */
async function deleteFormerPicture(trx: Transaction, url: string | undefined): Promise<void> {
  const hash = hashOf(url)
  if (!hash) return
  await trx
    .deleteFrom('images')
    .where('hash', '=', hash)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mediaItems').select('mediaItems.id').where('mediaItems.id', '=', hash))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mediaUses').select('mediaUses.mediaId').where('mediaUses.mediaId', '=', hash))),
    )
    .execute()
}

/** Using a picture in the trash would restore it, which needs the permission to write content. @throws HttpError 422 when it is in the trash */
async function refuseDeletedPicture(trx: Transaction, url: string | undefined): Promise<void> {
  const hash = hashOf(url)
  if (!hash) return
  const inTrash = await trx
    .selectFrom('mediaItems')
    .select('id')
    .where('id', '=', hash)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
  if (inTrash) throw invalid('avatarUrl', 'This image was deleted. Please choose another one.')
}
