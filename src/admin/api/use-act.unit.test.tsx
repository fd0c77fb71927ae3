import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from '#web/http.ts'
import { failureInWords, useAct } from './use-act.ts'

const list = ['admin', '/api/products']

type Act = ReturnType<typeof useAct>['act']

function Screen({ onAct }: { onAct: (act: Act) => void }) {
  onAct(useAct({ reload: '/api/products' }).act)
  return null
}

/** The `act` of a screen that shows the products. */
function openScreen() {
  const client = new QueryClient()
  client.setQueryData(list, [])
  let act: Act = async () => undefined
  renderToString(
    <QueryClientProvider client={client}>
      <Screen onAct={(given) => (act = given)} />
    </QueryClientProvider>,
  )
  return { act, isOld: () => client.getQueryState(list)?.isInvalidated }
}

const refuse = (status: number) => () => Promise.reject(new ApiError(status, { message: 'The reason' }))

test('returns the answer and loads the list again', async () => {
  const { act, isOld } = openScreen()
  expect(await act(async () => null)).toEqual({ answer: null })
  expect(isOld()).toBe(true)
})

test('loads the list again after a refusal, and not where the server does not answer', async () => {
  const refused = openScreen()
  const told: string[] = []
  const failed = ({ message }: Error) => void told.push(message)
  expect(await refused.act(refuse(409), { failed })).toBeUndefined()
  expect(refused.isOld()).toBe(true)
  const offline = openScreen()
  expect(await offline.act(refuse(0), { failed })).toBeUndefined()
  expect(offline.isOld()).toBe(false)
  expect(told).toEqual(['The reason', 'The reason'])
})

test('loads for one act what that act names', async () => {
  const { act, isOld } = openScreen()
  await act(async () => null, { reload: [] })
  expect(isOld()).toBe(false)
})

test('says the specified message, and the reason of the server where the person must know it', () => {
  const failed = 'Failed to delete product'
  const said = (status: number, reasons?: number[]) =>
    failureInWords(new ApiError(status, { message: 'The reason' }), failed, reasons)
  expect([500, 409, 403, 0].map((status) => said(status))).toEqual([failed, failed, 'The reason', 'The reason'])
  expect(said(409, [403, 409])).toBe('The reason')
  const needed = new ApiError(409, { message: 'A second person must approve this', code: 'review_needed' })
  expect(failureInWords(needed, failed, [])).toBe('A second person must approve this')
  expect(failureInWords(new Error('No clipboard'))).toBe('No clipboard')
})
