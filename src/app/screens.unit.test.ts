import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { RowActions } from '#admin/lists/row-actions.tsx'
import { RoleContext } from '#admin/session/use-auth.ts'
import { isGuarded, opensFor, screensFor } from '#admin/shell/screen.tsx'
import { may, type Role, roles } from '#contract/roles.ts'
import DashboardScreen from '#features/dashboard/dashboard.admin.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Link, MayOpenContext } from '#ui/link.tsx'
import { screens } from './screens.admin.tsx'

const guarded = screens.filter(isGuarded)
const addressOf = (path: string) => `${path.replace(/:\w+/g, 'x')}?from=here`

/** The addresses of the links that a role gets. */
function linksFor(role: Role, shown: ReactNode): string[] {
  const provided = [MayOpenContext, RoleContext].reduce<ReactNode>(
    (inner, context, index) =>
      createElement(context as never, { value: [opensFor(screens, role), role][index] } as never, inner),
    shown,
  )
  const client = createElement(QueryClientProvider, { client: new QueryClient() }, provided)
  const markup = renderToStaticMarkup(createElement(MemoryRouter, null, client))
  return [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => String(href))
}

test('a link to a screen is there for exactly those who may open the screen', () => {
  expect(guarded.length).toBeGreaterThan(40)
  for (const role of roles) {
    const addresses = guarded.map(({ path }) => addressOf(path))
    const open = guarded.filter(({ read }) => may(role, read)).map(({ path }) => addressOf(path))
    const links = addresses.map((to) => createElement(Link, { key: to, to }, 'Open'))
    const buttons = addresses.map((to) => createElement(ButtonLink, { key: to, to }, 'Open'))
    expect(linksFor(role, links), role).toEqual(open)
    expect(linksFor(role, buttons), role).toEqual(open)
  }
})

test('no link of the dashboard leads a role to a screen that it may not open', () => {
  for (const role of roles) {
    const links = linksFor(role, createElement(DashboardScreen))
    // Those of a trainer are their dates, which are not loaded here.
    if (may(role, 'staff')) expect(links.length).toBeGreaterThan(8)
    expect(links.filter((to) => !opensFor(screens, role)(to))).toEqual([])
  }
  expect(linksFor('editor', createElement(DashboardScreen))).not.toContain('/admin/contacts')
})

test('a trainer has their dates, the dashboard and their profile, and others find the dates under the courses', () => {
  const shown = (role: Role) => screensFor(screens, role).filter(({ nav }) => nav)
  expect(shown('trainer').map(({ path, title }) => [path, title])).toEqual([
    ['/admin/dashboard', 'Dashboard'],
    ['/admin/dates', 'My dates'],
  ])
  const ofTrainers = /^\/admin\/(dashboard|dates|courses\/dates\/:id(\/\w+)?|profile)$/
  for (const { path } of screensFor(screens, 'trainer')) expect(path).toMatch(ofTrainers)
  for (const role of roles.filter((role) => role !== 'trainer')) {
    expect(shown(role).map(({ path }) => path)).not.toContain('/admin/dates')
    const title = may(role, 'teach') ? 'Dates' : undefined
    expect(screensFor(screens, role).find(({ path }) => path === '/admin/dates')?.title).toBe(title)
  }
})

test('a row has no menu for a single link that its reader may not open', () => {
  const action = { icon: () => null, label: 'People', to: '/admin/registrations' } as never
  const row = createElement(RowActions, { name: 'Clouds', actions: [action] })
  const shown = (role: Role) =>
    renderToStaticMarkup(createElement(MayOpenContext, { value: opensFor(screens, role) }, row))
  expect(shown('editor')).toBe('')
})

test('an address without a screen, a page of the site and a screen without a sign-in are open', () => {
  for (const to of ['/admin/nothing', '/courses/clouds', '/admin/login', '/'])
    expect(opensFor(screens, 'viewer')(to), to).toBe(true)
})
