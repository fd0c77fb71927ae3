import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

test('every table with a trash or a schedule belongs to an entity in the register', async () => {
  const tables = await site.database.db.introspection.getTables()
  const having = (column: string) =>
    tables.filter(({ columns }) => columns.some(({ name }) => name === column)).map(({ name }) => name)
  const registered = (column: string) =>
    site.entities.map(({ table }) => table).filter(({ columns }) => column in columns)
  const names = (column: string) => registered(column).map(({ name }) => name)
  expect(having('deletedAt').sort()).toEqual(names('deletedAt').sort())
  // The announcement has a schedule, and is a setting.
  expect(having('unpublishAt').sort()).toEqual([...names('unpublishAt'), 'siteSettings'].sort())
})

test('the columns that an entity names exist in its table', () => {
  for (const { table, nameColumn, foundBy, flag, path } of site.entities)
    for (const column of [nameColumn, ...foundBy, flag, path && 'slug'])
      if (column) expect(Object.keys(table.columns), table.name).toContain(column)
})
