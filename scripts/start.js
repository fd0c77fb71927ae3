// `npm start`: installs and builds if needed, then serves. Plain JavaScript that Node 20 understands.
// npm runs a script in a shell and passes SIGTERM only to that shell, so package.json says `exec`, which puts this process in its place.
// The shell of Windows has no `exec` and takes what follows the `||`.
import { buildIfNeeded, installIfNeeded, pinnedNode } from './prepare.js'

installIfNeeded()
buildIfNeeded()

const program = 'dist/server/main.js'
// npm finds the Node that the installation brought before the machine's own, so that this process is the server.
if (process.execPath !== pinnedNode && process.execve && process.platform !== 'win32')
  process.execve(pinnedNode, [pinnedNode, program])
await import(`../${program}`)
