// biome-ignore lint/style/noRestrictedImports: the register of the four
import { caseTrash, publicCases } from '#features/cases/cases.server.ts'
// biome-ignore lint/style/noRestrictedImports: the register of the four
import { openingTrash, publicOpenings } from '#features/openings/openings.server.ts'
// biome-ignore lint/style/noRestrictedImports: the register of the four
import { questionTrash } from '#features/questions/questions.server.ts'
// biome-ignore lint/style/noRestrictedImports: the register of the four
import { testimonialTrash } from '#features/testimonials/testimonials.server.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { createContentCache } from '#server/database/content-cache.ts'

/** What shows visitors that the company can be trusted. All of it goes to the trash, has a schedule, and is found by the finder. */
export const proofKinds = [caseTrash, testimonialTrash, questionTrash, openingTrash]

/** A page that exists only while it has content. */
type ProofPage = { path: string; label: string }

const cache = createContentCache<ProofPage[]>(1)

/** The pages that exist at present, for the footer and the sitemap. */
export const proofPages = (database: Database, config: Pick<Config, 'timeZone'>): Promise<ProofPage[]> =>
  cache(database, 'pages', async () => {
    const { work, careers } = await database.db
      .selectNoFrom(({ exists }) => [
        exists(publicCases(database).select('id')).as('work'),
        exists(publicOpenings(database, config).select('id')).as('careers'),
      ])
      .executeTakeFirstOrThrow()
    return [
      ...(work ? [{ path: '/work', label: 'Our Work' }] : []),
      ...(careers ? [{ path: '/careers', label: 'Careers' }] : []),
    ]
  })

/** The addresses of the case studies, for the sitemap. */
export const caseAddresses = (database: Database): Promise<{ slug: string; updatedAt: string }[]> =>
  publicCases(database).select(['slug', 'updatedAt']).orderBy('order').orderBy('id').execute()
