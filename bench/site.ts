import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app/server/create-app.ts'
import { ensureFirstAdmin } from '../src/features/users/first-admin.server.ts'
import { readConfig } from '../src/server/config.ts'

/** The site in this process with the sample content, on a free port and a data folder of its own. */
export async function startSite(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: 'false', ...env })
  const site = await createApp(config)
  await ensureFirstAdmin(config, site.database, site.identity)
  return {
    url: await site.app.listen({ port: 0, host: config.host }),
    async stop() {
      await site.close()
      await rm(dataDir, { recursive: true })
    },
  }
}
