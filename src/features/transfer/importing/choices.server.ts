import { HttpError, type Issues } from '#server/runtime/http-error.ts'
import type { ContentImportChoices } from '../ground/transfer.contract.ts'
import type { ImportContext } from './context.server.ts'
import { findFiles } from './find-files.server.ts'
import { changeImport, expectState, findImport, noneFound, readProfiles } from './import-store.server.ts'
import { makePlan } from './make-plan.server.ts'
import { newProfile } from './suggestions.server.ts'

/** Stores choices for an open import, and makes its report with them. @throws HttpError 404, 409, 422 with the fields at fault */
export async function storeChoices(context: ImportContext, id: string, given: ContentImportChoices): Promise<void> {
  const { database } = context
  const { site, ...others } = given
  const before = await database.transaction(async (trx) => {
    const row = await findImport(trx, id)
    expectState(
      row,
      ['open'],
      row.state === 'reading' ? 'It is still being read.' : 'This import was applied already, or could not be read.',
    )
    const { profiles } = await readProfiles(trx, row)
    const ids = new Set([newProfile, ...profiles.map((one) => one.id)])
    const { categories, authors } = row.found ?? noneFound
    const issues: Issues = []
    const expect = (isRight: boolean, path: string, message: string) => isRight || issues.push({ path, message })
    for (const [at, { source }] of (given.categories ?? []).entries())
      expect(
        categories.some((one) => one.source === source),
        `categories.${at}.source`,
        `The export has no post in the category “${source}”`,
      )
    for (const [at, { source, profile }] of (given.authors ?? []).entries()) {
      expect(
        authors.some((one) => one.source === source),
        `authors.${at}.source`,
        `The export has no post by the author “${source}”`,
      )
      expect(ids.has(profile), `authors.${at}.profile`, 'This profile does not exist')
    }
    if (given.author)
      expect(given.author !== newProfile && ids.has(given.author), 'author', 'This profile does not exist')
    const own = row.site?.address
    if (site)
      expect(own === undefined || own === site.replace(/\/+$/, ''), 'site', `The export says that its site is ${own}`)
    if (issues.length > 0) throw new HttpError(422, issues[0]?.message ?? '', issues)
    const choices = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
    const merged = { ...row.choices, ...choices }
    // Lists name some of the sources: the others keep theirs.
    for (const name of ['categories', 'authors'] as const)
      if (given[name]) {
        const kept = (row.choices[name] ?? []).filter(
          (one) => !given[name]?.some(({ source }) => source === one.source),
        )
        Object.assign(merged, { [name]: [...kept, ...given[name]] })
      }
    await changeImport(trx, id, { choices: merged })
    return row
  })
  if (site !== undefined && site !== (before.choices.site ?? '')) await storeSite(context, id, site)
  await makePlan(context, id)
}

/** Stores the address of the old site, once the files and links that are of it are found. */
async function storeSite({ database }: ImportContext, id: string, site: string): Promise<void> {
  const row = await findImport(database.db, id)
  await findFiles(database, { row: { ...row, choices: { ...row.choices, site } } })
  await database.transaction(async (trx) => {
    const { choices } = await findImport(trx, id)
    await changeImport(trx, id, { choices: { ...choices, site } })
  })
}
