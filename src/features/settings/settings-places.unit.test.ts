import { expect, test } from 'vitest'
import { onePerPage, withName, withWords } from '#admin/shell/finder/places.ts'
import type { Company } from '#contract/company.ts'
import { settingsPlaces } from './settings-places.admin.ts'

const company: Company = {
  brand: 'Blue Heron',
  tagline: 'Engineers from Pune',
  domain: 'heron.example',
  email: 'hello@heron.example',
  phone: '+91 20 5550 0199',
  phoneHours: 'Weekdays',
  address: { street: '1 River Road', city: 'Pune', region: 'Maharashtra', postalCode: '411001', country: 'India' },
  bookingUrl: 'https://heron.example/call',
  social: { github: 'https://github.com/heron' },
  words: { home: { title: 'Clouds for {brand}' } },
}

const pathsOf = (places: { to: string }[]) => places.map(({ to }) => to)

test('a field of the settings is found by its name, and leads to itself', () => {
  const found = withName(settingsPlaces('owner'), 'phone')
  expect(found[0]).toMatchObject({
    to: '/admin/settings/company?field=phone',
    label: 'Phone',
    kind: 'Company settings: Contact',
  })
  expect(pathsOf(found)).toContain('/admin/settings/company?field=phoneHours')
})

test('a setting is found by its current text: typed or as shipped', () => {
  const byText = (typed: string) => pathsOf(withWords(settingsPlaces('owner'), typed, company))
  expect(byText('5550 0199')).toEqual(['/admin/settings/company?field=phone'])
  expect(byText('River Road')).toContain('/admin/settings/company?field=street')
  expect(byText('clouds for blue')).toEqual(['/admin/settings/home?field=title'])
  expect(byText('Four layers, one team')).toEqual(['/admin/settings/home?field=overview'])
  expect(byText('github.com/heron')).toEqual(['/admin/settings/footer?field=github'])
})

test('the finder has one line for each page of settings, which names the page', () => {
  const places = settingsPlaces('owner').map((place) => ({ ...place, label: place.fullLabel ?? place.label }))
  const found = onePerPage([...withName(places, 'cloud'), ...withWords(places, 'cloud', company)])
  const pages = found.map(({ to }) => to.replace(/\?.*$/, ''))
  expect(pages).toContain('/admin/settings/home')
  expect(new Set(pages).size).toBe(pages.length)
  for (const { label } of found.filter(({ to }) => to.includes('?'))) expect(label).toMatch(/^[A-Z][\w ]*: [a-z]/)
  expect(withName(places, 'home page: cloud title')).toHaveLength(1)
  expect(withName(places, 'LinkedIn')[0]?.label).toMatch(/LinkedIn$/)
})

test('a role finds the settings that it may change', () => {
  expect(pathsOf(settingsPlaces('marketing'))).toContain('/admin/settings/home?field=title')
  expect(pathsOf(settingsPlaces('marketing')).filter((path) => path.includes('/company'))).toEqual([])
  expect(settingsPlaces('editor')).toEqual([])
})
