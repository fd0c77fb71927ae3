import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { templateName } from './test-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A file with a migrated database, for the tests of the project `sqlite`. */
    sqliteTemplate: string | undefined
  }
}

/** Runs once before the tests of the project `sqlite`: migrates a database, of which each test gets a copy. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-template-'))
  const file = join(folder, `${templateName}.sqlite`)
  const database = await connect({ kind: 'sqlite', file })
  await migrate(database)
  await database.close()
  project.provide('sqliteTemplate', file)
  return () => rm(folder, { recursive: true })
}
