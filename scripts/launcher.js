#!/usr/bin/env node
// `npx atrium …`: runs the built command line. The build copies this file to `dist/atrium.js`. Plain JavaScript that Node 20 understands; the build needs the Node that the lock file pins.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const program = new URL('./server/cli.js', import.meta.url)
const name = process.platform === 'win32' ? 'node.exe' : 'node'
const pinnedNode = fileURLToPath(new URL(`../node_modules/node/bin/${name}`, import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= 26) {
  await import(program.href)
} else if (existsSync(pinnedNode)) {
  const { status } = spawnSync(pinnedNode, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} else {
  console.error(`atrium: this is Node ${process.versions.node}; Node 26 is needed`)
  process.exitCode = 1
}
