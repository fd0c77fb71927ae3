import { afterAll, expect, test } from 'vitest'
import { personalData } from '#app/personal-data.server.ts'
import { startTestApp } from '#testing/start-app.ts'
import { exportedTables } from '../ground/exported-tables.server.ts'

const site = await startTestApp()
afterAll(() => site.close())

/** Why other tables are in no export. */
const others: Record<string, string[]> = {
  people: [
    ...[
      'contactRequests',
      'contactEvents',
      'contactFiles',
      'contactJoins',
      'registrations',
      'participants',
      'subscribers',
    ],
    ...[
      'certificates',
      'consentTexts',
      'persons',
      'erasures',
      'personLinks',
      'cohortNotices',
      'imports',
      'importLines',
    ],
  ],
  accounts: ['users', 'formerStaff', 'previewLinks'],
  'the work of staff on records': ['revisions', 'workingCopies', 'reviews', 'remarks', 'remarkedTexts', 'activity'],
  'the bytes of files': ['images', 'imageVariants', 'originals', 'fileContents'],
  'what follows from others, or is fetched again': ['mediaUses', 'searchTerms', 'videos', 'linkCards', 'settings'],
  'the work of the program': [
    'deliveries',
    'alarms',
    'viewDays',
    'sourceDays',
    'goalDays',
    'counters',
    'contentVersions',
    'migrations',
    'redirectHits',
    'missingPaths',
    'dismissedPaths',
  ],
  imports: ['contentImports', 'contentItems', 'contentFiles', 'importedFrom'],
}

test('every table is in the export, or there is a reason', async () => {
  const tables = (await site.database.db.introspection.getTables()).map(({ name }) => name)
  const known = [...exportedTables(site.entities).map(({ table }) => table.name), ...Object.values(others).flat()]
  const unknown = tables.filter((name) => !known.includes(name) && !/^(identity|kysely|search|sqlite)/.test(name))
  expect(unknown).toEqual([])
})

test('no table about people is in it, unless it is asked for', () => {
  const tables = exportedTables(site.entities).map(({ table }) => table.name)
  const people = personalData.flatMap(({ tables }) => tables)
  expect(people.length).toBeGreaterThan(8)
  expect(tables.filter((name) => people.includes(name))).toEqual([])
})
