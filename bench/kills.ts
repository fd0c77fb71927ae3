import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseConfig } from '../src/server/config/config.ts'
import { writeThroughKills } from '../src/testing/kill-writes.ts'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { startSmtpSink } from '../src/testing/smtp-sink.ts'
import type { Measurement } from './lib/figures.ts'

const kills = Number(process.env['KILLS'] ?? 50)

async function run(configIn: (folder: string) => DatabaseConfig) {
  const [dataDir, sink] = [await mkdtemp(join(tmpdir(), 'atrium-bench-')), await startSmtpSink()]
  try {
    return await writeThroughKills({ place: { dataDir, config: configIn(dataDir) }, sink, kills, settles: true })
  } finally {
    await sink.close()
    await rm(dataDir, { recursive: true })
  }
}

/**
 * Kills the program fifty times on each database while staff and visitors write, and compares what is stored with what was acknowledged. At the
 * end it waits until the mail is sent.
 */
export async function* measure(): Measurement {
  const server = await startPostgresServer()
  try {
    const places: [name: string, configIn: (folder: string) => DatabaseConfig][] = [
      ['SQLite', (folder) => ({ kind: 'sqlite', file: join(folder, 'atrium.sqlite') })],
      ['PostgreSQL', () => ({ kind: 'postgres', url: `${server.url}/postgres` })],
    ]
    for (const [name, configIn] of places) {
      const { acknowledged, open, faults, messages, repeats, mostRepeats } = await run(configIn)
      if (faults.length > 0) throw new Error(`${faults.length} faults on ${name}:\n${faults.join('\n')}`)
      const at = `on ${name} with ${kills} kills`
      yield { what: `acknowledged writes ${at}, each of them stored`, measured: acknowledged, unit: '' }
      yield { what: `writes in flight ${at}, each of them whole or absent`, measured: open, unit: '' }
      const most = { what: 'in flight at the kills', value: mostRepeats }
      const what = `messages sent twice ${at}, of ${messages.toLocaleString('en')}`
      yield { what, measured: repeats, unit: '', reference: most, promise: 'repeated messages' }
    }
  } finally {
    await server.stop()
  }
}
