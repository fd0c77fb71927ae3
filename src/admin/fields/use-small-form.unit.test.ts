import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contractResolver } from './use-small-form.ts'

const contract = z.object({
  name: z.string().check(z.minLength(1, 'Name is required'), z.minLength(3, 'Name is too short')),
  price: z.number('Price must be a number'),
  rows: z.array(z.string().check(z.maxLength(3, 'Too long'))),
})
type Values = { name: string; price: string; rows: string[] }
const resolve = (values: Values) =>
  contractResolver<Values>(contract, (typed) => ({ ...typed, price: Number(typed.price) }))(
    values,
    undefined,
    {} as never,
  )

test('returns valid values as they were typed', async () => {
  const values = { name: 'Asha', price: '12', rows: ['', 'one'] }
  expect(await resolve(values)).toEqual({ values, errors: {} })
})

test('reports the first issue of each field, those of rows by their index', async () => {
  const { errors } = await resolve({ name: '', price: 'many', rows: ['one', 'far too long'] })
  expect(errors).toMatchObject({
    name: { message: 'Name is required' },
    price: { message: 'Price must be a number' },
    rows: { 1: { message: 'Too long' } },
  })
  expect(errors.rows?.[0]).toBeUndefined()
})
