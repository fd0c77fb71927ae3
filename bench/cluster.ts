import { join } from 'node:path'
import { startMember } from '../src/testing/cluster.ts'
import { clusterEnv, clusterSettings, runThroughKill } from '../src/testing/cluster-scenario.ts'
import { freePort } from '../src/testing/free-port.ts'
import { readDeployFile, startNginx, works } from '../src/testing/nginx.ts'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { startSmtpSink } from '../src/testing/smtp-sink.ts'
import type { Measurement } from './lib/figures.ts'
import { stoppable, temporaryFolder } from './lib/processes.ts'

/** How often a process is killed. */
const kills = 3

/**
 * Tests several processes at full size: three of them on one PostgreSQL behind nginx, with the file of `deploy/`. Under load one is
 * killed and one restarted, several times. No acknowledged write is lost, the two that live answer everything, a change is seen everywhere,
 * each subscriber gets one message.
 */
export async function* measure(): Measurement {
  if (!(await works('nginx', '-v'))) return yield { what: 'several processes', skipped: 'nginx is not installed' }
  const { path: folder, remove } = await temporaryFolder()
  const [server, sink] = [await startPostgresServer(), await startSmtpSink()]
  const stopServers = stoppable(async () => void (await Promise.all([sink.close(), server.stop()])))
  const databaseUrl = `${server.url}/postgres`
  const members = await Promise.all([1, 2, 3].map(() => startMember(clusterEnv(folder, databaseUrl, sink))))
  const stopMembers = stoppable(async () => void (await Promise.all(members.map((member) => member.end('SIGKILL')))))
  const [first, second, third] = members.map(({ port }) => `127.0.0.1:${port}`)
  const port = await freePort()
  const servers = readDeployFile('nginx.conf', [
    ['127.0.0.1:3001', `${first}`],
    ['server 127.0.0.1:3002', `server ${third}; server ${second}`],
    ['    listen 80;\n    listen [::]:80;\n', `    listen 127.0.0.1:${await freePort()};\n`],
    ['    listen 443 ssl http2;\n    listen [::]:443 ssl http2;\n', `    listen 127.0.0.1:${port};\n`],
    ['/var/log/nginx/atrium.log', join(folder, 'access.log')],
  ]).replace(/^\s*ssl_.*$/gm, '')
  const nginx = await startNginx(folder, servers)
  const stopNginx = stoppable(nginx.stop)

  await Promise.all(members.map((member) => member.ready()))
  const url = `http://127.0.0.1:${port}`
  for (let kill = 1; kill <= kills; kill++) {
    const report = await runThroughKill({ url, members, databaseUrl, sink, subscribers: 200, pace: 1_500, pause: 2 })
    const lost = report.acknowledged.filter((subject) => report.stored.get(subject) !== 1).length
    const { 'GET 200': read = 0, 'POST 201': written = 0, 'POST 502': broken = 0, ...failed } = report.statuses
    const repeats = report.mail.reduce((sum, { copies }) => sum + copies - 1, 0)
    const once = report.mail.every(({ ids }) => ids === 1)
    const shown = report.shown.every(Boolean)
    const found = { read, written, broken, failed, lost, shown, once, repeats, exitCode: report.exitCode }
    const sound = lost === 0 && once && shown && report.exitCode === 0 && Object.keys(failed).length === 0
    if (!sound || broken > 2) throw new Error(`Kill ${kill}: ${JSON.stringify(found)}`)
    yield { what: `reads answered through kill ${kill}`, measured: read, unit: '' }
    yield {
      ...{ what: `messages sent twice at kill ${kill}`, measured: repeats, unit: '' as const },
      ...{
        reference: { what: 'in flight', value: clusterSettings.connections },
        promise: 'repeated messages' as const,
      },
    }
  }
  await stopMembers()
  await stopNginx()
  await stopServers()
  await remove()
}
