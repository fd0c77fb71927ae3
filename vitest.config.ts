import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isPrepared } from './scripts/prepare.js'

/** What runs without a database runs once. */
const withoutDatabase = [
  'src/**/*.unit.test.{ts,tsx}',
  'src/app/web/**/*.test.{ts,tsx}',
  'src/{admin,content,contract,mail,site,ui,web}/**/*.test.{ts,tsx}',
]
const setupFiles = ['src/testing/quiet-console.ts', 'src/testing/property-seed.ts', 'src/testing/restore.ts']
const tests = ['src/{app,features,media,server}/**/*.test.ts']
const withDatabase = { exclude: withoutDatabase, setupFiles: [...setupFiles, 'src/testing/clean-up.ts'] }

const begins = (file: string, words: string) => readFileSync(file, 'utf8').startsWith(`// ${words}: `)

/** The tests for PostgreSQL: the files that say why they need both databases; with `npm test -- --all` every file. */
const onPostgres =
  process.env['TEST_ALL'] === 'true' ? tests : globSync(tests).filter((file) => begins(file, 'On both databases'))

/** These wait most, for programs that they start and for time to pass, so the others run meanwhile. */
const waiting = /\/(kill|cluster|main|cli|bundle|notifications|sending|recipes\.unit)\.test\.ts$/

/** A project after the other, as processes are kept from file to file of one project. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const order = new Map<string, TestSpecification[]>()
    for (const file of await super.sort(files))
      order.set(file.project.name, [...(order.get(file.project.name) ?? []), file])
    const rank = ({ moduleId }: TestSpecification) => (waiting.test(moduleId) ? 0 : 1)
    return [...order.values()].flatMap((project) => project.sort((a, b) => rank(a) - rank(b)))
  }
}

/**
 * The worker processes and threads of the build, and its command line, start in a fraction of the time that their source needs. Not while files are watched, since a
 * change would not reach them, and not if the build is of another source.
 */
const program = /new URL\('(?:\.\/(\w+-worker)|\.\.\/cli\/(cli))\.ts', import\.meta\.url\)/
const buildOf = (name: string) => pathToFileURL(resolve('dist/server', `${name}.js`))
const programsOfBuild = {
  name: 'programs-of-build',
  enforce: 'pre' as const,
  transform: (code: string) => code.replace(program, (_, worker, cli) => `new URL('${buildOf(worker ?? cli)}')`),
}
const plugins = process.argv.includes('run') && isPrepared() ? [programsOfBuild] : []

export default defineConfig({
  test: {
    // A busy machine makes a run longer, not red: this is twenty times what the longest of them takes on a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    tags: [{ name: 'all', description: 'Runs with `npm test -- --all`, each night and for each tag.' }],
    // Tests that a developer starts by name run in any case.
    ...(process.env['TEST_ALL'] === 'false' && { tagsFilter: ['!all'] }),
    // Most of a test is waiting.
    maxWorkers: availableParallelism() + 1,
    // The application is loaded once a process, and stays compiled. A file leaves nothing behind that another could meet.
    isolate: false,
    sequence: { sequencer: WaitingFirst },
    projects: [
      { plugins, test: { name: 'unit', include: withoutDatabase, setupFiles } },
      {
        plugins,
        test: { name: 'sqlite', include: tests, ...withDatabase, globalSetup: ['src/testing/sqlite-setup.ts'] },
      },
      {
        plugins,
        test: {
          name: 'postgres',
          include: onPostgres,
          ...withDatabase,
          globalSetup: ['src/testing/postgres-setup.ts'],
        },
      },
    ],
  },
})
