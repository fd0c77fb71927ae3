import { expect, test } from 'vitest'
import { hashText } from '#contract/cover.ts'
import { type CoverFrame, caseCover, readFigure } from './case-cover.ts'

test('a result is read as two states, a share or a count', () => {
  expect(readFigure('−34 %')).toEqual({ kind: 'change', from: 100, to: 66 })
  expect(readFigure('-100%')).toEqual({ kind: 'change', from: 100, to: 0 })
  expect(readFigure('+5%')).toEqual({ kind: 'change', from: 100, to: 105 })
  expect(readFigure('250 %')).toEqual({ kind: 'change', from: 100, to: 350 })
  expect(readFigure('98.5 %')).toEqual({ kind: 'share', of: 0.985 })
  expect(readFigure('99.999 %')).toMatchObject({ kind: 'share' })
  expect(readFigure('9 → 1')).toEqual({ kind: 'change', from: 9, to: 1 })
  expect(readFigure('from 40 min to 1,5 min')).toEqual({ kind: 'change', from: 40, to: 1.5 })
  expect(readFigure('3×')).toEqual({ kind: 'change', from: 1, to: 3 })
  for (const three of ['3x', 'x3', '3 x', '3 times', '3-fold'])
    expect(readFigure(three)).toEqual({ kind: 'change', from: 1, to: 3 })
  expect(readFigure('12 experts')).toEqual({ kind: 'count', things: 12 })
  expect(readFigure('5 boxes, 1 photo 3 m high')).toEqual({ kind: 'count', things: 5 })
  expect(readFigure('1,234.5')).toEqual({ kind: 'count', things: 1234.5 })
  expect(readFigure('1.234.567')).toEqual({ kind: 'count', things: 1_234_567 })
  expect(readFigure('1,200')).toEqual({ kind: 'count', things: 1200 })
  expect(readFigure('₹ 12,34,567')).toEqual({ kind: 'count', things: 1_234_567 })
  expect(readFigure('3 weeks')).toEqual({ kind: 'count', things: 3 })
  expect(readFigure('none lost')).toEqual({ kind: 'none' })
})

const frames: CoverFrame[] = ['wide', 'plain', 'tall']
const study = {
  industry: 'Logistics',
  figures: ['−34 %', '90'],
  services: [{ title: 'Cloud Solutions', category: 'Cloud' }],
}

test.each(frames)('in the frame "%s" a cover follows its case study', (frame) => {
  const cover = caseCover(study, frame)
  expect(caseCover({ ...study }, frame)).toEqual(cover)
  expect(cover.labels.map(({ text }) => text)).toEqual(study.figures)
  const without = (change: Partial<typeof study>) => caseCover({ ...study, ...change }, frame).markup
  // Its results, its services and its industry each change the drawing.
  expect(without({ figures: ['−62 %', '90'] })).not.toBe(cover.markup)
  expect(without({ services: [{ title: 'Data Analytics', category: 'Data Analytics' }] })).not.toBe(cover.markup)
  expect(without({ industry: 'Insurance' })).not.toBe(cover.markup)
})

test('a zero is an empty ring, in a count and in a bar', () => {
  const drawn = (figure: string) => caseCover({ ...study, figures: [figure] }, 'plain').markup
  const ring = /a\d+ \d+ 0 1 1 \d+ 0a\d+ \d+ 0 1 1-\d+ 0/
  for (const zero of ['0', '0 minutes', '9 → 0', '−100 %', '0 %']) expect(drawn(zero), zero).toMatch(ring)
  for (const some of ['1', '1 definition', '9 → 1', '1 %', 'none lost']) expect(drawn(some), some).not.toMatch(ring)
})

test('the covers do not change', () => {
  const cloud = study.services
  const covers = frames.flatMap((frame) =>
    [
      study,
      { ...study, figures: [] },
      { ...study, services: [...cloud, { title: 'Data Analytics', category: '' }] },
    ].map((drawing) => caseCover(drawing, frame).markup),
  )
  // Shared link cards show them: a change also raises `drawingVersion` in card-address.ts.
  expect(hashText(covers.join('\n'))).toBe(3_370_853_742)
})

test('a cover has no text of the case study in its markup, and numbers that can be drawn', () => {
  const odd = ['<script>', '0 → 0', '0 %', '', '9'.repeat(40), '−', '1e9', '5 to 5', '0']
  for (const figure of odd) {
    const { markup, labels } = caseCover({ ...study, industry: '<b>', figures: [figure] }, 'plain')
    expect(markup).not.toMatch(/<script|<b>|NaN|Infinity|undefined/)
    expect(labels[0]?.size).toBeGreaterThan(0)
    expect(markup.length).toBeLessThan(9_000)
  }
})
