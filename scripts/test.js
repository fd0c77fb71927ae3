// `npm test`: everything a change must pass. Installs what the tests need, then types, lint, weight, API on both databases, and the browser.
import { spawnSync } from 'node:child_process'
import { ensureChromium } from './chromium.js'
import { buildIfNeeded, installIfNeeded, pinnedNode, run } from './prepare.js'

installIfNeeded()
const chromium = ensureChromium()
buildIfNeeded()
run(pinnedNode, ['scripts/check.js'])

const env = { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}) }
// Both run to their end, so that one look at the output tells all; the counts stand last.
const results = [
  spawnSync(pinnedNode, ['node_modules/vitest/vitest.mjs', 'run'], { stdio: 'inherit', env }),
  spawnSync(pinnedNode, ['node_modules/@playwright/test/cli.js', 'test'], { stdio: 'inherit', env }),
]
process.exit(results.every(({ status }) => status === 0) ? 0 : 1)
