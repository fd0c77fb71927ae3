// `npm run check`: types, lint and format, the order of the folders, dead code, and the weight of the public pages, side by side. Prints the output of what fails.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { buildIfNeeded, installIfNeeded, pinnedNode } from './prepare.js'

installIfNeeded()
buildIfNeeded()
const cache = 'node_modules/.cache/types'
mkdirSync(cache, { recursive: true })

/** Checks the types of a configuration; only changed files and what depends on them are checked again. */
const types = (config) => [
  'node_modules/.bin/tsc',
  ['-p', config, '--incremental', '--tsBuildInfoFile', `${cache}/${config}.tsbuildinfo`],
]

const checks = [
  types('tsconfig.json'),
  // Also without Node's types, as in the browser, and without the browser's types, as on the server.
  types('tsconfig.client.json'),
  types('tsconfig.server.json'),
  [pinnedNode, ['scripts/floors.ts']],
  ['node_modules/.bin/biome', ['check', '--error-on-warnings', '.']],
  [pinnedNode, ['node_modules/knip/bin/knip.js']],
  [pinnedNode, ['scripts/weight.ts']],
]

const passed = await Promise.all(checks.map(([command, words]) => runQuietly(command, words)))
process.exit(passed.every(Boolean) ? 0 : 1)

/** Runs a command to its end. Shows its output at once, so that the outputs of several do not mix. Answers whether it succeeded. */
function runQuietly(command, words) {
  return new Promise((resolve, reject) => {
    const output = []
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}
