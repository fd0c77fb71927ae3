// `npm start`: installs and builds what is missing or out of date, then serves. Plain JavaScript that Node 20 understands;
// everything after the installation runs on the Node that the installation brought.
import { spawn } from 'node:child_process'
import { buildIfNeeded, installIfNeeded, pinnedNode } from './prepare.js'

installIfNeeded()
buildIfNeeded()

const server = spawn(pinnedNode, ['src/server/main.ts'], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
