// `npm start`: installs and builds if needed, then serves. Plain JavaScript that Node 20 understands.
// npm runs a script in a shell and passes SIGTERM only to that shell, so package.json says `exec`, which puts this process in its place.
// The shell of Windows has no `exec` and takes what follows the `||`.
import { buildIfNeeded, installIfNeeded, pinnedNode } from './prepare.js'

installIfNeeded()
buildIfNeeded()

const program = 'dist/server/main.js'
// The first start has the machine's own Node, which may not know the options. Without the first SIGUSR1 would open the debugger.
const options = ['--disable-sigusr1', '--max-semi-space-size=8']
if (process.execve && process.platform !== 'win32') process.execve(pinnedNode, [pinnedNode, ...options, program])
await import(`../${program}`)
