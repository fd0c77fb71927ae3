import { createApp } from '#app/server/create-app.ts'
import { BackupError } from '#server/backup/manifest.ts'
import type { Scratch } from '#server/backup/verify-backup.ts'
import type { Config } from '#server/config.ts'
import { connect } from '#server/database/connect.ts'
import { internalHeaders } from '#server/http/internal-request.ts'

/**
 * Renders Home, the newest post and the newest course of a restored site.
 * @throws BackupError that names the page that cannot be rendered
 */
export async function renderPages(config: Config, { dataDir, file }: Scratch): Promise<void> {
  const database = { kind: 'sqlite' as const, file }
  const paths = await preparePages(database)
  // A site of its own that reaches nobody: without mail server and provider of accounts, and in its own folder.
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
    for (const path of paths) {
      const { statusCode, body } = await app.inject({ url: path, headers: internalHeaders })
      if (statusCode !== 200 || !body.includes('<h1'))
        throw new BackupError(`The backup was restored, but its page ${path} cannot be rendered (${statusCode})`)
    }
  } finally {
    await close()
  }
}

/** Removes what is to be sent, since a copy of a site must send nothing. @returns the pages to render */
async function preparePages(config: { kind: 'sqlite'; file: string }): Promise<string[]> {
  const { db, close } = await connect(config)
  try {
    await db.deleteFrom('deliveries').execute()
    const post = await db
      .selectFrom('blogs')
      .select('slug')
      .where('published', '=', true)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirst()
    const course = await db
      .selectFrom('courses')
      .select('slug')
      .where('active', '=', true)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirst()
    return ['/', ...(post ? [`/blog/${post.slug}`] : []), ...(course ? [`/courses/${course.slug}`] : [])]
  } finally {
    await close()
  }
}
