import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** In a program of its own, where V8 compiles every pattern as in a process that has run for long. */
const program = `
  import { bytesOf, restore, shorten } from '#content/markup/embedded.ts'
  const letters = 'A'.repeat(4_500_000)
  const wrapped = letters.slice(0, 760_000).replaceAll(/.{76}/g, '$&\\n')
  for (const [before, data, after] of [
    ['![](', letters, ' "Costs")'],
    ['<img alt="" src="', '\\n' + letters + 'AA==', '">'],
    ['<img alt="" src="', wrapped + 'AA==', '">'],
  ]) {
    const address = 'data:image/png;base64,' + data
    const short = shorten(before + address + after)
    console.log(short.text, bytesOf(short.addresses[0]).length, restore(short) === before + address + after)
  }
`

test('a picture of any size gets a short name', () => {
  const told = execFileSync(process.execPath, ['--no-regexp-optimization', '--input-type=module', '-e', program])
  expect(String(told).trim().split('\n')).toEqual([
    '![](data:image/embedded,0 "Costs") 3375000 true',
    '<img alt="" src="data:image/embedded,0"> 3375001 true',
    '<img alt="" src="data:image/embedded,0"> 570001 true',
  ])
})
