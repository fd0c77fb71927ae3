import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../src/testing/free-port.ts'
import { startNginx as startProgram, works } from '../../src/testing/nginx.ts'
import { ask } from './load.ts'
import { stoppable, temporaryFolder, untilAnswers } from './processes.ts'

export type Content = { headers: [name: string, value: string][]; body: Buffer }

/** Each server adds these itself. */
const own = ['date', 'connection', 'keep-alive', 'content-length']

/** The response for a browser. It asks twice, because only the second answer comes from the cache. */
export async function contentOf(url: string): Promise<Content> {
  await ask(url, { 'accept-encoding': 'br' })
  const { status, headers, body } = await ask(url, { 'accept-encoding': 'br' })
  if (status !== 200) throw new Error(`${url} answered ${status}`)
  const pairs = headers.flatMap((name, index): Content['headers'] =>
    index % 2 === 0 && !own.includes(name.toLowerCase()) ? [[name, headers[index + 1] ?? '']] : [],
  )
  return { headers: pairs, body }
}

/** A bare `node:http` server in a separate process that sends contents from memory: the n-th at `/n`. */
export async function startBare(contents: Content[]) {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), { stdio: 'ignore', serialization: 'advanced' })
  // Ctrl-C may end the child before it is stopped.
  const ended = once(child, 'exit')
  const stop = stoppable(async () => {
    child.kill('SIGKILL')
    await ended
  })
  child.send(contents)
  const [url] = (await once(child, 'message')) as [string]
  return { url, pid: Number(child.pid), stop }
}

const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`

/** nginx with one worker that sends the same contents from files; undefined where it is not installed. */
export async function startNginx(contents: Content[]) {
  if (!(await works('nginx', '-v'))) return undefined
  const { path: folder, remove } = await temporaryFolder()
  const port = await freePort()
  const locations = await Promise.all(
    contents.map(async ({ headers, body }, index) => {
      await writeFile(join(folder, String(index)), body)
      const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/plain'
      const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type')
      const added = others.map(([name, value]) => `add_header ${name} ${quoted(value)};`).join(' ')
      return `location = /${index} { alias ${folder}/${index}; types {} default_type ${quoted(type)}; ${added} }`
    }),
  )
  const nginx = await startProgram(
    folder,
    `etag off; open_file_cache max=100; tcp_nopush on; sendfile on; keepalive_requests 100000000;
  server { listen 127.0.0.1:${port}; ${locations.join('\n')} }`,
  )
  const stopNginx = stoppable(nginx.stop)
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    await stopNginx()
    await remove()
  }
  await untilAnswers(`${url}/0`, { child: nginx.program, printed: nginx.stderr })
  return { url, stop }
}
