import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
/** The programs that people start with the Node of their machine. */
const programs = new Set(Object.values(scripts).flatMap((script) => script.match(/scripts\/[\w-]+\.js/g) ?? []))
const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`

test.each([...programs])('%s refuses a Node before 20 in one line', (program) => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${older}`, program], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, 'Atrium needs Node 20 or newer; this is 18.20.8.\n'])
})
