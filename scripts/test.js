// `npm test`: everything a change must pass. Installs the tools of the tests, then runs types, lint, weight, API and the browser. `npm test -- --all`
// adds the tests with the tag `all`, every test on PostgreSQL, and the browser with accounts at Firebase (decision 144). Plain JavaScript that Node 20
// understands.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.js'
import { installApart, installIfNeeded, lighthouse, pinnedNode, run, runApart } from './prepare.js'

installIfNeeded()
const chromium = ensureChromium()
run(pinnedNode, ['scripts/check.js'])

const memory = '/dev/shm'

const hasRoom = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 8e9
}

/**
 * The data of the tests and the reports. PostgreSQL makes four hundred files for each of the many databases, which takes a third more processor
 * time on a disk than in memory.
 */
const folder = mkdtempSync(join(existsSync(memory) && hasRoom(memory) ? memory : tmpdir(), 'atrium-tests-'))
// PostgreSQL may run under another account.
chmodSync(folder, 0o755)
process.env.TMPDIR = folder

const report = (name) => join(folder, `${name}.json`)

const countPlaywright = ({ stats }) => [stats.expected + stats.flaky, stats.unexpected, stats.skipped]

/** The titles of the browser tests that passed only at their second try. */
const flakyTests = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title, file }) => `${file}: ${title}`),
  ...suites.flatMap(flakyTests),
]

/** Two runners work at a time. Many tests of Vitest wait for programs that they start, so it has two workers more. */
const workers = availableParallelism()

const all = process.argv.includes('--all')
if (all) installApart(lighthouse, 'Lighthouse')

const runners = [
  {
    name: 'Vitest',
    words: [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--maxWorkers=${workers + 2}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report('Vitest')}`,
    ],
    count: ({ numPassedTests, numFailedTests, numPendingTests }) => [numPassedTests, numFailedTests, numPendingTests],
  },
  {
    name: 'Playwright',
    words: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', `--workers=${workers}`],
    count: countPlaywright,
  },
  ...(all
    ? [{ name: 'Firebase', words: ['scripts/test-firebase.js', '--reporter=list,json'], count: countPlaywright }]
    : []),
]

const env = { ...process.env, ...(chromium && { CHROMIUM: chromium }), TEST_ALL: String(all) }

/** With `stdio` its output is shown as it comes; without, at the end, so that it does not mix with that of another runner. */
const runTests = ({ name, words }, options = {}) =>
  runApart(pinnedNode, words, { ...options, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report(name) } })

// A test in the browser waits half of its time; the other tests run meanwhile. All runners run even when one fails. The counts are printed last.
const [vitest, playwright, firebase] = runners
const results = await Promise.all([
  runTests(playwright, { stdio: 'inherit' }).then(
    async (passed) => (!firebase || (await runTests(firebase))) && passed,
  ),
  runTests(vitest),
])
console.log()
const lines = []
const flaky = []
for (const { name, count } of runners) {
  try {
    const result = JSON.parse(readFileSync(report(name), 'utf8'))
    const [passed, failed, skipped] = count(result)
    lines.push(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`)
    flaky.push(...flakyTests(result))
  } catch {
    lines.push(`${name} did not finish.`)
  }
}
if (flaky.length > 0) console.log(`Passed at the second try (${flaky.length}):\n${flaky.join('\n')}`)
console.log(lines.join('\n'))
rmSync(folder, { recursive: true, force: true })
// A test that needs a second try has a cause. The nightly run does not pass over it.
process.exit(results.every(Boolean) && !(all && flaky.length > 0) ? 0 : 1)
