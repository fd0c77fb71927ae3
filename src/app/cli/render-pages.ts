import { createApp } from '#app/server/create-app.ts'
import { BackupError } from '#server/backup/manifest.ts'
import type { Scratch } from '#server/backup/verify-backup.ts'
import type { Config, DatabaseConfig } from '#server/config/config.ts'
import { connect } from '#server/database/connect.ts'
import { internalHeaders } from '#server/http/rate-limits.ts'

/**
 * Renders Home, the newest post and the newest course of a restored site.
 * @throws BackupError that names the page that cannot be rendered
 */
export async function renderPages(config: Config, { dataDir, file }: Scratch): Promise<void> {
  const database = { kind: 'sqlite' as const, file }
  await removeMessages(database)
  // An isolated site: without mail server and identity provider, and in a separate folder.
  const { app, close } = await createApp({
    ...config,
    dataDir,
    database,
    identity: { kind: 'embedded' },
    mail: { ...config.mail, smtpUrl: undefined },
    backup: { at: undefined, command: undefined },
    metrics: undefined,
    sampleContent: false,
    logLevel: 'silent',
  })
  try {
    const get = (url: string) => app.inject({ url, headers: internalHeaders })
    const newest = async (name: 'blogs' | 'courses', path: string): Promise<string[]> =>
      (await get(`/api/${name}?limit=1`)).json()[name].map(({ slug }: { slug: string }) => `${path}/${slug}`)
    for (const path of ['/', ...(await newest('blogs', '/blog')), ...(await newest('courses', '/courses'))]) {
      const { statusCode, body } = await get(path)
      if (statusCode !== 200 || !body.includes('<h1'))
        throw new BackupError(`The backup was restored, but its page ${path} cannot be rendered (${statusCode})`)
    }
  } finally {
    await close()
  }
}

/** A copy of a site must send nothing. */
async function removeMessages(config: DatabaseConfig): Promise<void> {
  await using database = await connect(config)
  await database.db.deleteFrom('deliveries').execute()
}
