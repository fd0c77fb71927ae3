#!/usr/bin/env node
// The command line (`npx atrium …`) and the server: the build copies this file to `dist/atrium.js` and to `dist/server/main.js`. Plain
// JavaScript that any Node understands, since an older one cannot even load the programs, and says nothing that helps.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const needed = 26
const [dist, program] = import.meta.url.endsWith('/server/main.js') ? ['..', 'site.js'] : ['.', 'cli.js']
const path = (name) => fileURLToPath(new URL(`${dist}/${name}`, import.meta.url))
const pinnedNode = path(`../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`)

if (Number(process.versions.node.split('.')[0]) >= needed) {
  await import(new URL(`${dist}/server/${program}`, import.meta.url).href)
} else if (existsSync(pinnedNode)) {
  // The Node that the lock file pins is there, whatever the machine's own is.
  const args = [...process.execArgv, path(`server/${program}`), ...process.argv.slice(2)]
  const right = spawn(pinnedNode, args, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => right.kill(signal))
  right.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} else {
  console.error(`Atrium needs Node ${needed}; this is ${process.versions.node}`)
  process.exitCode = 1
}
