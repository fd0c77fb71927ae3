import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { DescribedForm } from '#admin/forms/form-resource.ts'
import { rows, rupees, text } from './fields.ts'
import { contractResolver, useSmallForm } from './small-form.tsx'

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

type Form = ReturnType<typeof useProduct>
const fields = { name: text('Name'), price: rupees('Price'), rows: rows('Rows', 'Row') }

function useProduct(name: string, onSent: (event: unknown) => void) {
  return useSmallForm({
    contract,
    fields,
    defaults: { name, price: '12', rows: ['one'] },
    async submit(input) {
      onSent(input)
      return 'stored'
    },
    onDone: onSent,
  })
}

function ProductForm({ name, onForm, onSent }: { name: string; onForm: (form: Form) => void; onSent: () => void }) {
  onForm(useProduct(name, onSent))
  return null
}

/** The form of a product that a screen shows. @param sent receives what is sent, and the answer */
function openForm(name: string, sent: unknown[] = []): Form {
  const forms: Form[] = []
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <ProductForm name={name} onForm={(form) => forms.push(form)} onSent={(event?: unknown) => sent.push(event)} />
    </QueryClientProvider>,
  )
  return forms[0] as Form
}

test('describes its fields, and sends their input', async () => {
  const sent: unknown[] = []
  const form: DescribedForm<Values> = openForm('Asha', sent)
  expect(form.values.price).toBe('12')
  expect([form.required('name'), form.required('rows')]).toEqual([true, true])
  await openForm('Asha', sent).onSubmit()
  expect(sent).toEqual([{ name: 'Asha', price: 12, rows: ['one'] }, 'stored'])
})

test('sends nothing that the contract refuses', async () => {
  const sent: unknown[] = []
  await openForm('', sent).onSubmit()
  expect(sent).toEqual([])
})
