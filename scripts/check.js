// `npm run check`: types, lint and format, the order of the folders, dead code, and the build with the weight of the public pages, side by side. Prints the output of what fails.
import { mkdirSync } from 'node:fs'
import { buildApartIfNeeded, installIfNeeded, pinnedNode, runApart } from './prepare.js'

installIfNeeded()
const cache = 'node_modules/.cache/types'
mkdirSync(cache, { recursive: true })

/**
 * Checks the types of a configuration; only changed files and what depends on them are checked again. With one checker, since several would
 * check the common types again, and the other checks run meanwhile.
 */
const types = (config) => [
  'node_modules/.bin/tsc',
  ['-p', config, '--checkers', '1', '--incremental', '--tsBuildInfoFile', `${cache}/${config}.tsbuildinfo`],
]

const checks = [
  types('tsconfig.json'),
  // Also without Node's types, as in the browser, and without the browser's types, as on the server.
  types('tsconfig.client.json'),
  types('tsconfig.server.json'),
  [pinnedNode, ['scripts/floors.ts']],
  ['node_modules/.bin/biome', ['check', '--error-on-warnings', '.']],
  [pinnedNode, ['node_modules/knip/bin/knip.js']],
]

/** Only the weight is that of the build, which keeps one of two cores busy. */
const weigh = async () => (await buildApartIfNeeded()) && runApart(pinnedNode, ['scripts/weight.ts'])

const passed = await Promise.all([weigh(), ...checks.map(([command, words]) => runApart(command, words))])
process.exit(passed.every(Boolean) ? 0 : 1)
