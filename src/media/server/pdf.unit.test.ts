import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** In a program of its own, where V8 compiles every pattern as in a process that has run for long. */
const program = `
  import { faultOfPdf } from '#media/server/pdf.ts'
  import { samplePdf } from '#testing/sample-pdf.ts'
  for (const part of ['9'.repeat(4_500_000), '9' + ' '.repeat(4_500_000) + '0 R', '9 0 R'])
    console.log(faultOfPdf(samplePdf({ trailer: '/Encrypt ' + part }))?.status)
`

test('a PDF with millions of digits or spaces in a row is looked through', () => {
  const told = execFileSync(process.execPath, ['--no-regexp-optimization', '--input-type=module', '-e', program])
  expect(String(told).trim().split('\n')).toEqual(['undefined', 'undefined', '422'])
})
