import { afterEach, beforeEach, expect, vi } from 'vitest'

// A test that prints an error or a warning fails, because it hit a fault that it does not assert.
const complaints: unknown[][] = []

beforeEach(() => {
  complaints.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...said) => {
      complaints.push(said)
    })
  }
})

afterEach(() => {
  expect(complaints, 'printed to the console').toEqual([])
})
