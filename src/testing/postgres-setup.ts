import type { TestProject } from 'vitest/node'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPostgresServer } from './postgres-server.ts'
import { createDatabase, templateName } from './test-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server for the tests of the project `postgres`; absent in the others, which use SQLite. */
    postgresUrl: string | undefined
  }
}

/** Runs once before the tests of the project `postgres`: starts a server with a migrated database, of which each test file gets a copy. */
export default async function setup(project: TestProject) {
  const server = await startPostgresServer(process.env['TEST_ALL'] === 'true' ? 'language' : 'bytes')
  try {
    await createDatabase(server.url, templateName, 'template0')
    const database = await connect({ kind: 'postgres', url: `${server.url}/${templateName}` })
    await migrate(database)
    await database.close()
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('postgresUrl', server.url)
  return server.stop
}
