import { writeFile } from 'node:fs/promises'
import { type Figure, isBroken, type Measurement, type Skipped, toTable } from './lib/figures.ts'
import { describeMachine } from './lib/machine.ts'
import { stopAll, untilEnded } from './lib/processes.ts'

/**
 * Measures, prints the table, and says which promises are broken. `npm run bench` measures all promises and writes the result
 * to bench/RESULTS.md; `npm run bench serve` measures only the named parts.
 */
const standard = [
  'start',
  'memory',
  'serve',
  'sections',
  'redirects',
  'growth',
  'desk',
  'training',
  'participants',
  'analytics',
  'vitals',
  'hand',
  'imports',
  'content-imports',
  'exports',
  'newsletters',
  'hooks',
  'tokens',
  'size',
]
const others = ['mail', 'cluster', 'kills']
const results = 'bench/RESULTS.md'

const address = process.argv.slice(2).find((word) => /^https?:/.test(word))
const named = process.argv.slice(2).filter((word) => word !== address)
const unknown = named.filter((name) => ![...standard, ...others].includes(name))
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(', ')}, only ${[...standard, ...others].join(', ')}`)
  process.exit(1)
}

const rows: (Figure | Skipped)[] = []
const failures: string[] = []
const began = performance.now()
const machine = await describeMachine()
console.log(machine.join('\n'))
for (const name of named.length > 0 ? named : standard) {
  const started = performance.now()
  process.stdout.write(`${name} … `)
  try {
    const part: { measure(address?: string): Measurement } = await import(`./${name}.ts`)
    for await (const row of part.measure(address)) rows.push(row)
  } catch (error) {
    failures.push(`${name} failed: ${error instanceof Error ? error.message : error}`)
  } finally {
    await untilEnded()
    await stopAll()
  }
  console.log(`${((performance.now() - started) / 1_000).toFixed(0)} s`)
}

const broken = rows.filter(isBroken).map(({ what }) => `broken: ${what}`)
const verdict = [...failures, ...broken].map((line) => `- ${line}`).join('\n') || 'All promises hold.'
const table = toTable(rows)
console.log(`\n${table}\n\n${verdict}`)
if (named.length === 0) {
  const took = `${((performance.now() - began) / 60_000).toFixed(1)} minutes`
  const head = '# Results of `npm run bench`\n\nThe method is in docs/decisions/045-metrics-and-measurements.md.'
  await writeFile(
    results,
    `${head}\n\n${[...machine, `The run took ${took}`].map((line) => `- ${line}`).join('\n')}\n\n${table}\n\n${verdict}\n`,
  )
  console.log(`\nWritten to ${results}`)
}
process.exit(failures.length + broken.length > 0 ? 1 : 0)
