import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether a program is installed. */
export const works = (program: string, ...args: string[]): Promise<boolean> =>
  new Promise((resolve) => execFile(program, args, (error) => resolve(error === null)))

/** A file of `deploy/` with an operator's changes. @throws when the file does not contain it any more */
export function readDeployFile(file: string, changes: [from: string, to: string][]): string {
  let result = readFileSync(join('deploy', file), 'utf8')
  for (const [from, to] of changes) {
    if (!result.includes(from)) throw new Error(`deploy/${file} does not contain ${from}`)
    result = result.replaceAll(from, to)
  }
  return result
}

/** A started program, and its output on standard error. */
export type Started = { program: ChildProcess; stderr(): string; stop(): Promise<void> }

export function startProgram(folder: string, command: string, ...args: string[]): Started {
  const program = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  // The program may end before it is stopped.
  const ended = once(program, 'exit')
  let stderr = ''
  program.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return {
    program,
    stderr: () => stderr,
    async stop() {
      program.kill('SIGTERM')
      await ended
    },
  }
}

/** nginx with the part of its configuration that is in `deploy/nginx.conf`, and all of its files in a folder. */
export async function startNginx(folder: string, servers: string): Promise<Started> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const main = join(folder, 'nginx.conf')
  // Root's workers would otherwise run as an account that may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const settings = `${user} worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log stderr crit;`
  await writeFile(main, `${settings} events {} http { access_log off; ${temporary} ${servers} }`)
  return startProgram(folder, 'nginx', '-p', folder, '-c', main, '-e', 'stderr')
}
