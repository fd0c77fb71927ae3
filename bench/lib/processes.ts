import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../src/testing/free-port.ts'

const program = join(process.env['ATRIUM_DIST'] ?? 'dist', 'server/main.js')

/** How `npm start` and the units in `deploy/` run the program. */
export const deployed = { args: ['--max-semi-space-size=8', program], env: { MALLOC_ARENA_MAX: '2' } }

const running = new Set<() => Promise<void>>()

/** Makes sure that something is stopped: by the returned function, or else at the end of the run, however that comes. */
export function stoppable(stop: () => Promise<void>): () => Promise<void> {
  const once = async () => {
    if (running.delete(once)) await stop()
  }
  running.add(once)
  return once
}

export async function stopAll(): Promise<void> {
  for (const stop of [...running].reverse()) await stop()
}

let interrupted = false

/** Never resolves after a signal, which ends the run elsewhere. */
export const untilEnded = async () => {
  if (interrupted) await new Promise(() => {})
}

async function end(code: number) {
  if (interrupted) return
  interrupted = true
  await stopAll().finally(() => process.exit(code))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(130))
process.on('uncaughtException', (error) => {
  if (!interrupted) console.error(error)
  void end(1)
})

/** A folder that is removed with its content. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  return { path, remove: stoppable(() => rm(path, { recursive: true, force: true })) }
}

/** Starts a command in a separate process group, which `stop` ends as a whole. Its output is shown only if it fails. */
export function start(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  if (interrupted) throw new Error('The run was interrupted')
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed = (printed + chunk).slice(-4_000)
    })
  const ended = once(child, 'exit').catch(() => {})
  const stop = stoppable(async () => {
    const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (hasEnded()) return
      process.kill(-Number(child.pid), signal)
      await Promise.race([ended, wait(10_000, undefined, { ref: false })])
    }
  })
  return { child, stop, printed: () => printed, ended }
}

type Started = { child: ChildProcess; printed(): string }

/** Runs a command to its end. @throws Error with its output if it fails */
export async function complete(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const started = start(command, args, env)
  await started.ended
  await started.stop()
  if (started.child.exitCode !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${started.printed()}`)
  return started.printed()
}

const statusOf = (url: string) =>
  new Promise<number>((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    }).once('error', () => resolve(0))
  })

/** Waits for the first answer with status 200. */
export async function untilAnswers(url: string, { child, printed }: Started): Promise<void> {
  const patience = performance.now() + 60_000
  while ((await statusOf(url)) !== 200) {
    if (child.exitCode !== null || performance.now() > patience) throw new Error(`Nothing at ${url}: ${printed()}`)
    await wait(5)
  }
}

export type Site = { url: string; pid: number; stop(): Promise<void> }

/** The built program in a separate process, as it is deployed; only the limits of calls are off. */
export async function startSite(env: NodeJS.ProcessEnv = {}): Promise<Site> {
  const port = env['PORT'] ?? String(await freePort())
  const folder = env['DATA_DIR'] === undefined ? await temporaryFolder() : undefined
  const defaults = { HOST: '127.0.0.1', PORT: port, DATA_DIR: folder?.path, RATE_LIMIT: 'false' }
  const site = start(process.execPath, deployed.args, { ...deployed.env, ...defaults, ...env })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    await site.stop()
    await folder?.remove()
  }
  await untilAnswers(`${url}/readyz`, site)
  return { url, pid: Number(site.child.pid), stop }
}

/** The processes of a process: itself, and all that descend from it. */
async function family(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = new Map<number, number>()
  for (const each of pids) {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '')
    // The name is in brackets and may contain spaces.
    parents.set(Number(each), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const members = [pid]
  for (const member of members) for (const [child, parent] of parents) if (parent === member) members.push(child)
  return members
}

/** Memory of a process and all that descend from it, in MB: their proportional set size, which counts shared memory once. */
export async function memoryOf(pid: number): Promise<number> {
  let kilobytes = 0
  for (const member of await family(pid)) {
    const rollup = await readFile(`/proc/${member}/smaps_rollup`, 'utf8')
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1])
  }
  return kilobytes / 1024
}

/** Between two looks at the memory, in milliseconds. */
const lookEvery = 100

/** The highest memory of a process and all that descend from it while something is done, in MB. */
export async function memoryDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let highest = 0
  const done = work()
  let isOver = false
  const over = done.finally(() => {
    isOver = true
  })
  while (!isOver) {
    // A process of the site may end while it is measured.
    highest = Math.max(highest, await memoryOf(pid).catch(() => 0))
    await Promise.race([over, wait(lookEvery)])
  }
  await done
  return highest
}
