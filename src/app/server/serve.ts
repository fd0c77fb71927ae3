import { setTimeout as wait } from 'node:timers/promises'
import { ensureFirstAdmin, type FirstAdmin } from '#features/users/first-admin.server.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { ConfigError } from '#server/config/environment.ts'
import { describeStorageError, storageErrorKind } from '#server/database/storage-errors.ts'
import { firstAnswer } from '#server/runtime/after-first-answer.ts'
import { originOf } from '#server/runtime/node-http.ts'
import { isWatched, tell } from '#server/runtime/tell.ts'
import { type App, createApp } from './create-app.ts'

/** How long running requests may take once no more are accepted, in milliseconds. */
const stopWithin = 4_500

/** Writes one line that a person can act on, and exits with code 1. */
function fail(message: string): never {
  console.error(`Atrium cannot start: ${message}`)
  process.exit(1)
}

/** Shows where staff sign in; on the first start also the account. */
function describeSignIn({ publicUrl, identity }: Config, first: FirstAdmin | null): string {
  const address = `Sign in at ${publicUrl}/#/admin/login`
  if (!first) return address
  if (identity.kind === 'firebase')
    return `${address} as ${first.email}, once this address has an account at Firebase and is verified there`
  return first.password
    ? `${address} as ${first.email} with the password ${first.password} (shown this once)`
    : `${address} as ${first.email} with the password of ADMIN_PASSWORD`
}

async function open(config: Config): Promise<{ site: App; brand: string; firstAdmin: FirstAdmin | null }> {
  const site = await createApp(config)
  const now = await site.siteConfig.now()
  const firstAdmin = await ensureFirstAdmin(now, site.database, site.identity)
  await site.app.listen({ port: config.port, host: config.host }).catch(async (error: NodeJS.ErrnoException) => {
    await site.close()
    if (error.code === 'EADDRINUSE') throw new ConfigError(`PORT ${config.port} is already in use; set PORT to another`)
    if (error.code === 'EACCES')
      throw new ConfigError(`PORT ${config.port} may not be opened by this user; set PORT to one above 1023`)
    if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL')
      throw new ConfigError(`HOST ${config.host} is not an address of this machine`)
    throw error
  })
  return { site, brand: now.company.brand, firstAdmin }
}

/**
 * On a signal: stops being ready, so that load balancers turn away during the drain; then accepts no more connections, finishes the running
 * requests, closes the database, and exits.
 */
function stopOnSignal(site: App, { drainTime }: Config) {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), drainTime + stopWithin).unref()
    site.drain()
    if (drainTime > 0) await wait(drainTime)
    await site.close()
    process.exit(0)
  }
  // SIGHUP comes when the terminal closes.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
}

try {
  // Only this account may read the files that are written, whatever the shell's umask is.
  process.umask(0o077)
  const config = readConfig()
  tell(config.warnings, 'warn')
  const { site, brand, firstAdmin } = await open(config)
  // A small heap may otherwise grow to four times its need before V8 collects its garbage. A start, which keeps most of what it makes, is quicker without.
  void firstAnswer(site.app).then(async () =>
    (await import('node:v8')).setFlagsFromString('--heap-growing-percent=100'),
  )
  site.backups.startNightly(firstAnswer(site.app))
  stopOnSignal(site, config)
  const address = site.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const store = config.database.kind === 'sqlite' ? config.database.file : 'PostgreSQL'
  tell([
    `${brand} is at ${originOf(config.host, port)}`,
    `Data: ${store}`,
    describeSignIn(config, firstAdmin),
    ...(isWatched() ? ['Stop with Ctrl-C'] : []),
  ])
} catch (error) {
  if (error instanceof ConfigError) fail(error.message)
  const kind = storageErrorKind(error)
  if (kind) fail(describeStorageError(kind, error))
  throw error
}
