import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { mediaListener } from '#media/server/media-uses.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'

/** The migrated database that is copied for each test: its name on the server, and with SQLite that of its file. */
export const templateName = 'atrium_template'

const places = new Set<() => Promise<void>>()

/** Removes leftovers of failed tests. */
export const removeLeftovers = async () => {
  for (const remove of places) await remove()
}

/**
 * Creates a place for a database of the kind that the tests run on: a folder, and with PostgreSQL a database on the server.
 * @param template `template0` for a database without tables; with SQLite there is no file then
 */
export async function createTestPlace(
  template = templateName,
): Promise<{ dataDir: string; config: DatabaseConfig; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-test-'))
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const file = join(dataDir, 'atrium.sqlite')
  if (server) await createDatabase(server, name, template)
  else if (template === templateName) await copyFile(inject('sqliteTemplate') ?? '', file)
  const remove = async () => {
    places.delete(remove)
    if (server) await onServer(server, (client) => client.query(`drop database if exists "${name}" with (force)`))
    await rm(dataDir, { recursive: true, force: true })
  }
  places.add(remove)
  const config: DatabaseConfig = server ? { kind: 'postgres', url: `${server}/${name}` } : { kind: 'sqlite', file }
  return { dataDir, config, remove }
}

/** Opens a migrated database without the application. */
export async function openTestDatabase(): Promise<{ database: Database; close(): Promise<void> }> {
  const place = await createTestPlace()
  const database = await connect(place.config, { listener: mediaListener })
  await migrate(database)
  return {
    database,
    async close() {
      await database.close()
      await place.remove()
    },
  }
}

export const createDatabase = (server: string, name: string, template: string) =>
  onServer(server, (client) => client.query(`create database "${name}" template "${template}" strategy file_copy`))

async function onServer(server: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
