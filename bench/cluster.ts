import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMember } from '../src/testing/cluster.ts'
import { clusterEnv, clusterSettings, runThroughKill } from '../src/testing/cluster-scenario.ts'
import { freePort } from '../src/testing/free-port.ts'
import { readDeployFile, startNginx, works } from '../src/testing/nginx.ts'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { startSmtpSink } from '../src/testing/smtp-sink.ts'

/**
 * What several processes promise, at full size: three of them on one PostgreSQL behind nginx, with the file of `deploy/`. Under load one is
 * killed and one restarted, several times. No acknowledged write is lost, the two that live answer everything, a change is seen everywhere,
 * each subscriber gets one message.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

if (!(await works('nginx', '-v'))) {
  console.log('nginx is not installed, so this measurement is left out.')
  process.exit(0)
}

const folder = await mkdtemp(join(tmpdir(), 'atrium-cluster-'))
const [server, sink] = [await startPostgresServer(), await startSmtpSink()]
const databaseUrl = `${server.url}/postgres`
const members = await Promise.all([1, 2, 3].map(() => startMember(clusterEnv(folder, databaseUrl, sink))))
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

let kept = true
try {
  await Promise.all(members.map((member) => member.ready()))
  for (let round = 1; round <= rounds; round++) {
    const options = {
      url: `http://127.0.0.1:${port}`,
      members,
      databaseUrl,
      sink,
      subscribers: 200,
      pace: 1_500,
      pause: 2,
    }
    const report = await runThroughKill(options)
    const lost = report.acknowledged.filter((subject) => report.stored.get(subject) !== 1).length
    const { 'GET 200': read = 0, 'POST 201': written = 0, 'POST 502': broken = 0, ...failed } = report.statuses
    const repeats = report.mail.reduce((sum, { copies }) => sum + copies - 1, 0)
    const once = report.mail.every(({ ids }) => ids === 1)
    console.log(
      `Round ${round}: ${read} reads, ${written} writes, ${broken} writes broken off by the kill, failures ${JSON.stringify(failed)}`,
    )
    console.log(
      `  lost ${lost}, seen everywhere ${report.shown.every(Boolean)}, mail once ${once}, repeated in flight ${repeats}, exit code ${report.exitCode}`,
    )
    const sound = lost === 0 && once && report.shown.every(Boolean) && report.exitCode === 0
    kept &&= sound && Object.keys(failed).length === 0 && broken <= 2 && repeats <= clusterSettings.connections
  }
} finally {
  await Promise.all(members.map((member) => member.end('SIGKILL')))
  await nginx.stop()
  await Promise.all([sink.close(), server.stop()])
  await rm(folder, { recursive: true })
}
process.exit(kept ? 0 : 1)
