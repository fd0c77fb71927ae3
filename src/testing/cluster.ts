import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { programs } from './programs.ts'

/** One process of the site. Its port stays the same when it is restarted. */
export type Member = {
  url: string
  port: number
  process: ChildProcess
  /** Its output on standard error. */
  errors(): string
  /** Sends a signal and waits until the process has ended. @returns the exit code, or null after a signal that the process did not handle */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  start(): void
  /** Resolves when the process answers that it is ready. */
  ready(): Promise<void>
}

/** Starts a process of the real program. */
export async function startMember(env: Record<string, string>): Promise<Member> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let errors = ''
  const member: Member = {
    url,
    port,
    process: undefined as unknown as ChildProcess,
    errors: () => errors,
    async end(signal) {
      const ended = once(member.process, 'exit')
      member.process.kill(signal)
      return (await ended)[0]
    },
    start() {
      member.process = spawn(process.execPath, [programs.server], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          PATH: process.env['PATH'],
          ATRIUM_DIST: process.env['ATRIUM_DIST'],
          HOST: '127.0.0.1',
          PORT: String(port),
          ...env,
        },
      })
      member.process.stderr?.on('data', (chunk) => {
        errors += chunk
      })
    },
    async ready() {
      for (let patience = 0; patience < 1_200; patience++) {
        if (member.process.exitCode !== null) throw new Error(`A process of the site did not start: ${errors}`)
        const status = await fetch(`${url}/readyz`).then(
          (answer) => answer.status,
          () => 0,
        )
        if (status === 200) return
        await wait(50)
      }
      throw new Error(`A process of the site is not ready after a minute: ${errors}`)
    },
  }
  member.start()
  return member
}

const repeatable = (method = 'GET') => method !== 'POST'

/**
 * A reverse proxy: requests go in turn to the processes that say that they are ready, which it asks ten times a second. When a connection cannot
 * be opened or is lost, an idempotent request goes to the next process, and any other is answered with 502.
 */
export async function startRoundRobin(targets: string[]): Promise<{ url: string; stop(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true })
  const unready = new Set<string>()
  let turn = 0

  const askWhetherReady = async (target: string) => {
    const ready = await fetch(`${target}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) unready.delete(target)
    else unready.add(target)
  }
  const asking = setInterval(() => targets.forEach((target) => void askWhetherReady(target)), 100)

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const body = await buffer(incoming)
    const { method, url, headers } = incoming
    const forwarded = [headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean).join(', ')
    const options = { method, agent, headers: { ...headers, connection: 'keep-alive', 'x-forwarded-for': forwarded } }
    const first = turn++ % targets.length
    const inTurn = [...targets.slice(first), ...targets.slice(0, first)]
    // Those that are not ready come last.
    for (const target of inTurn.toSorted((one, other) => Number(unready.has(one)) - Number(unready.has(other)))) {
      const onward = request(`${target}${url}`, options)
      try {
        onward.end(body)
        const [answer] = (await once(onward, 'response')) as [IncomingMessage]
        const received = await buffer(answer)
        const { connection: _, ...passedOn } = answer.headers
        return outgoing.writeHead(answer.statusCode ?? 502, passedOn).end(received)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code !== 'ECONNREFUSED' && !repeatable(method)) break
      }
    }
    return outgoing.writeHead(502).end()
  }

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing).catch(() => outgoing.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      clearInterval(asking)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
