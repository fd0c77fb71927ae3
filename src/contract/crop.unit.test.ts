import { expect, test } from 'vitest'
import { cardSize, positionAround } from './media.ts'

test.each([
  ['a point near the top', { x: 0.75, y: 0.12 }, '50% 0%'],
  ['the middle', { x: 0.5, y: 0.5 }, '50% 50%'],
  ['a point low in the picture', { x: 0.5, y: 0.7 }, '50% 83%'],
  ['the bottom', { x: 0, y: 1 }, '50% 100%'],
])('a card of a tall picture is cropped around %s', (_, point, position) => {
  expect(positionAround(point, { width: 1200, height: 1600 }, cardSize)).toBe(position)
})
