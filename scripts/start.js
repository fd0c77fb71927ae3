// `npm start`: installs and builds what is missing or out of date, then serves. Plain JavaScript that Node 20 understands;
// everything after the installation runs on the Node that the installation brought.
// npm runs a script in a shell and passes SIGTERM on to that shell alone, so package.json says `exec`, which puts this process in its place.
// The shell of Windows has no `exec` and takes what follows the `||`.
import { spawn } from 'node:child_process'
import { buildIfNeeded, installIfNeeded, pinnedNode } from './prepare.js'

installIfNeeded()
buildIfNeeded()

const server = spawn(pinnedNode, ['src/app/server/main.ts'], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
