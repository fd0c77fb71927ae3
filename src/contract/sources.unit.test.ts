import { expect, test } from 'vitest'
import { hostsOfSource, sourceName } from './sources.ts'

test.each([
  ['LinkedIn', ['linkedin', 'LinkedIn', 'linkedin.com', 'www.linkedin.com', 'in.linkedin.com', 'lnkd.in']],
  ['LinkedIn', ['com.linkedin.android', 'android-app://com.linkedin.android/']],
  ['Google', ['google', 'www.google.com', 'google.co.in', 'www.google.com.br', 'news.google.de']],
  ['Google', ['com.google.android.googlequicksearchbox']],
  ['Gmail', ['mail.google.com', 'com.google.android.gm', 'gmail']],
  ['Facebook', ['facebook', 'fb', 'l.facebook.com', 'm.facebook.com', 'lm.facebook.com', 'com.facebook.katana']],
  ['X', ['x', 'twitter', 'x.com', 'twitter.com', 't.co', 'mobile.twitter.com', 'com.twitter.android']],
  ['YouTube', ['youtube', 'm.youtube.com', 'youtu.be', 'com.google.android.youtube']],
  ['Instagram', ['ig', 'l.instagram.com', 'com.instagram.android']],
  ['WhatsApp', ['whatsapp', 'web.whatsapp.com', 'wa.me', 'com.whatsapp', 'com.whatsapp.w4b']],
  ['Hacker News', ['hackernews', 'Hacker News', 'hn', 'news.ycombinator.com']],
  ['Outlook', ['outlook.live.com', 'outlook.office.com', 'outlook.office365.com']],
  ['Microsoft Teams', ['teams.microsoft.com', 'teams', 'com.microsoft.teams']],
  ['ChatGPT', ['chatgpt.com', 'chat.openai.com', 'ChatGPT', 'com.openai.chatgpt']],
  ['Slack', ['slack', 'app.slack.com', 'com.Slack']],
  ['Bing', ['bing', 'www.bing.com', 'cn.bing.com']],
  ['partner.example', ['www.partner.example', 'blog.partner.example', 'partner.example']],
  ['partner.co.in', ['www.partner.co.in', 'news.partner.co.in']],
  ['partner.example', ['de.partner.example']],
  ['acme.github.io', ['acme.github.io']],
  ['com.partner.reader', ['com.partner.reader', 'android-app://com.partner.reader']],
  ['ycombinator.com', ['www.ycombinator.com']],
  ['notlinkedin.com', ['notlinkedin.com']],
  ['google.example', ['www.google.example']],
  ['Spring fair', ['Spring fair']],
  ['others', ['others']],
  ['', ['', '?']],
])('%s is the source %j', (name, given) => {
  for (const one of given) expect([one, sourceName(one)]).toEqual([one, name])
  expect(sourceName(name)).toBe(name)
})

test('the names of objects are no services', () => {
  for (const name of ['constructor', '__proto__', 'toString']) expect(sourceName(name)).toBe(name)
})

test('a word for a service finds all of its hosts', () => {
  expect(hostsOfSource('linkedin')).toEqual(['linkedin.com', 'lnkd.in', 'com.linkedin.android'])
  expect(hostsOfSource('spring fair')).toEqual([])
})
