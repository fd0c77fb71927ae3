// `npm test`: everything a change must pass. Installs what the tests need, then types, lint, weight, API on both databases, the browser,
// and the browser with accounts at Firebase.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.js'
import { buildIfNeeded, installIfNeeded, pinnedNode, run } from './prepare.js'

installIfNeeded()
const chromium = ensureChromium()
buildIfNeeded()
run(pinnedNode, ['scripts/check.js'])

const reports = mkdtempSync(join(tmpdir(), 'atrium-reports-'))
const report = (name) => join(reports, `${name}.json`)
const readReport = (name) => JSON.parse(readFileSync(report(name), 'utf8'))

const countPlaywright = ({ stats }) => [stats.expected + stats.flaky, stats.unexpected, stats.skipped]

/** Each runner: its command, and how its report counts. */
const runners = [
  {
    name: 'Vitest',
    words: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report('Vitest')}`,
    ],
    count: ({ numPassedTests, numFailedTests, numPendingTests }) => [numPassedTests, numFailedTests, numPendingTests],
  },
  {
    name: 'Playwright',
    words: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    count: countPlaywright,
  },
  { name: 'Firebase', words: ['scripts/test-firebase.js', '--reporter=list,json'], count: countPlaywright },
]

const env = { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}) }
// All runners run even when one fails. The counts are printed last.
const results = runners.map(({ name, words }) =>
  spawnSync(pinnedNode, words, { stdio: 'inherit', env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report(name) } }),
)
console.log()
for (const { name, count } of runners) {
  try {
    const [passed, failed, skipped] = count(readReport(name))
    console.log(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`)
  } catch {
    console.log(`${name} did not come to its end.`)
  }
}
rmSync(reports, { recursive: true })
process.exit(results.every(({ status }) => status === 0) ? 0 : 1)
