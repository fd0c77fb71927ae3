// `npm start`: installs and builds what is missing or out of date, then serves. Plain JavaScript that Node 20 understands.
// npm runs a script in a shell and passes SIGTERM on to that shell alone, so package.json says `exec`, which puts this process in its place.
// The shell of Windows has no `exec` and takes what follows the `||`.
import { spawn } from 'node:child_process'
import { buildIfNeeded, installIfNeeded, pinnedNode } from './prepare.js'

installIfNeeded()
buildIfNeeded()

const program = 'dist/server/main.js'
if (process.execPath === pinnedNode) {
  // npm finds the Node that the installation brought before the machine's own, so that this process is the server: no other one stays.
  await import(`../${program}`)
} else if (process.execve && process.platform !== 'win32') {
  process.execve(pinnedNode, [pinnedNode, program])
} else {
  // The first start of all, begun by a machine's Node that is too old to put another program in its place.
  const server = spawn(pinnedNode, [program], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
