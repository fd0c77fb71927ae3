#!/usr/bin/env node
// The command line (`npx atrium …`) and the server: the build copies this file to `dist/atrium.js` and to `dist/server/main.js`. Plain
// JavaScript that any Node understands, because an older one cannot load the programs, and shows no helpful error.
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
  // The lock file pins this Node, regardless of the machine's version.
  const args = [...process.execArgv, '--disable-sigusr1', path(`server/${program}`), ...process.argv.slice(2)]
  const right = spawn(pinnedNode, args, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => right.kill(signal))
  right.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} else {
  console.error(`Atrium needs Node ${needed}; this is ${process.versions.node}`)
  process.exitCode = 1
}
