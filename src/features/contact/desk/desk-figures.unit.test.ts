import { expect, test } from 'vitest'
import { asFigure, inWords } from '../ground/desk.contract.ts'

test.each([
  [190, '3 h 10', '3 hours 10 minutes'],
  [65, '1 h 05', '1 hour 5 minutes'],
  [480, '8 h', '8 hours'],
  [1, '1 min', '1 minute'],
  [0, '0 min', '0 minutes'],
])('%d minutes', (minutes, figure, words) => {
  expect([asFigure(minutes), inWords(minutes)]).toEqual([figure, words])
})
