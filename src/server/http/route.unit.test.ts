import Fastify, { type RouteOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { describeErrors, errorHandler } from './errors.ts'
import { route, validate } from './route.ts'

function startApp() {
  const app = Fastify()
  const declared: RouteOptions[] = []
  app.setValidatorCompiler(validate).setSerializerCompiler(serializerCompiler).setErrorHandler(errorHandler)
  describeErrors(app)
  app.addHook('onRoute', (one) => void declared.push(one))
  return { app, declared }
}

test('gives a handler the parameters of the path, the query and the body by their contracts', async () => {
  const { app } = startApp()
  const path: `/${string}` = '/courses'
  route(app, `POST ${path}/:course/cohorts/:id.ics`, {
    access: 'public',
    summary: 'Try it',
    input: z.object({ text: z.string() }),
    query: z.object({ page: z.optional(z.string()) }),
    params: { id: z.literal('b') },
    answer: { 201: z.object({ said: z.string() }) },
    handler: async ({ params: { course, id }, query: { page }, body: { text } }) => ({
      said: [course, id, page, text].join(' '),
    }),
  })
  const call = (payload: object, id = 'b') =>
    app.inject({ method: 'POST', url: `/courses/a/cohorts/${id}.ics?page=2`, payload })
  const answer = await call({ text: 'hello' })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({ said: 'a b 2 hello' })
  expect((await call({})).statusCode).toBe(422)
  expect((await call({ text: 'hello' }, 'c')).statusCode).toBe(404)
})

test('hands its rules to the mechanisms that read them', async () => {
  const { app, declared } = startApp()
  const preValidation = async () => {}
  route(app, 'PUT /things/:id', {
    access: 'manage',
    confirm: true,
    act: 'Change a thing',
    bodyLimit: 7,
    preValidation,
    summary: 'Change a thing of ours',
    answer: z.object({}),
    errors: [409],
    handler: async () => ({}),
  })
  const [{ config, schema, bodyLimit, ...rest } = {} as RouteOptions] = declared
  expect(config).toMatchObject({ access: 'manage', confirm: true, act: 'Change a thing' })
  expect(Object.keys(config ?? {}).toSorted()).toEqual(['access', 'act', 'confirm'])
  expect([bodyLimit, rest.preValidation]).toEqual([7, preValidation])
  expect(Object.keys(schema ?? {}).toSorted()).toEqual(['params', 'response', 'summary'])
  expect(Object.keys(schema?.response as object)).toEqual(expect.arrayContaining(['200', '404', '409']))
})

test('types refuse a call without access, a misspelt rule, an unknown parameter and a wrong answer', () => {
  const { app } = startApp()
  const summary = 'Try it'
  const handler = async () => ({})
  const answer = z.object({ at: z.string() })
  // @ts-expect-error a call without access would fail when the server starts
  route(app, 'GET /a', { summary, handler })
  // @ts-expect-error a guard that is misspelt would guard nothing
  route(app, 'GET /b', { access: 'manage', conifrm: true, summary, handler })
  // @ts-expect-error the path has no such parameter
  route(app, 'GET /c/:id', { access: 'staff', summary, handler: async ({ params }) => params.name })
  // @ts-expect-error an answer that its contract does not have
  route(app, 'GET /d', { access: 'staff', summary, answer, handler: async () => ({ at: 1 }) })
})
