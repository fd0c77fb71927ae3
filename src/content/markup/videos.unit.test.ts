import { expect, test } from 'vitest'
import { videoIn } from '#contract/videos.ts'
import { videosIn } from './videos.ts'

const tube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', tube],
  ['http://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ&list=PL1', tube],
  ['www.youtube.com/watch?v=dQw4w9WgXcQ', tube],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc&t=1m30s', `${tube}&start=90`],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', tube],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?t=90', `${tube}&start=90`],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=5', `${tube}&start=5`],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1'],
  [
    'https://vimeo.com/76979871/abcdef1234#t=61s',
    'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=abcdef1234#t=61s',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=abcdef1234',
    'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=abcdef1234',
  ],
])('%s is a video', (address, player) => {
  const video = videoIn(address)
  expect(video?.player).toBe(player)
  // The address of its page reads as the same video, at the same moment.
  expect(videoIn(video?.page ?? '')).toEqual(video)
})

test.each([
  'https://www.youtube.com/',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/playlist?list=PL1',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ"onload=',
  'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
  'https://evil.test/?https://youtu.be/dQw4w9WgXcQ',
  'javascript:https://youtu.be/dQw4w9WgXcQ',
  'https://vimeo.com/about',
  'see https://youtu.be/dQw4w9WgXcQ',
  '',
])('%j is none', (text) => expect(videoIn(text)?.player ?? null).toBe(null))

test('finds the videos of Markdown and of HTML once each', () => {
  const source = 'https://youtu.be/dQw4w9WgXcQ\n\n> <https://vimeo.com/76979871>\n\n<p>https://youtu.be/dQw4w9WgXcQ</p>'
  expect(videosIn(source).map(({ key }) => key)).toEqual(['youtube:dQw4w9WgXcQ', 'vimeo:76979871'])
})

test('finds no more videos than one query can name', () => {
  const address = (number: number) => `https://vimeo.com/${10_000 + number}`
  expect(videosIn(Array.from({ length: 40_000 }, (_, number) => address(number)).join('\n'))).toHaveLength(200)
})
