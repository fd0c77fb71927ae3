import { courseInput } from './sample-rows.ts'

/** A kind of record that staff publish and plan, and where visitors find one. */
export type PublicKind = {
  flag: 'published' | 'active'
  /** The field that the saves change. */
  text: string
  input: (word: string) => object
  /** The addresses that say the word exactly while the record is live. */
  shownBy: (word: string) => string[]
  /** Of these, the pages that say it in their structured data too. */
  structured: (word: string) => string[]
  /** Addresses that say it at most while the record is live. */
  atMost: string[]
}

/** By the last part of their calls' paths. Each record has a word of its own. */
export const publicKinds: Record<string, PublicKind> = {
  blogs: {
    flag: 'published',
    text: 'content',
    input: (word) => ({
      ...{ title: `Tides of ${word}`, slug: `on-${word}`, excerpt: `Of ${word}.`, category: 'Cloud' },
      sendNotification: true,
    }),
    shownBy: (word) => [
      ...['/api/blogs?limit=100&category=Cloud', `/api/blogs?search=${word}`],
      ...[`/api/blogs/on-${word}`, `/blog/on-${word}`, `/blog?search=${word}`, '/sitemap.xml', '/rss.xml'],
    ],
    structured: (word) => [`/blog/on-${word}`],
    atMost: ['/', '/blog'],
  },
  courses: {
    flag: 'active',
    text: 'syllabus',
    input: (word) => ({ title: `Sailing on-${word}`, slug: `on-${word}`, ...courseInput, featured: true }),
    shownBy: (word) => [
      ...['/api/courses?limit=100', `/api/courses?search=${word}`, `/api/courses/on-${word}`],
      ...[`/courses/on-${word}`, `/courses?search=${word}`, '/sitemap.xml'],
    ],
    structured: (word) => [`/courses/on-${word}`, `/courses?search=${word}`],
    atMost: ['/'],
  },
  products: {
    flag: 'active',
    text: 'description',
    input: (word) => ({ name: `Rope on-${word}`, category: 'AI & Automation Solutions' }),
    shownBy: () => ['/api/products', '/products'],
    structured: () => [],
    atMost: [],
  },
  services: {
    flag: 'active',
    text: 'description',
    input: (word) => ({ title: `Pilots on-${word}`, category: 'Support', icon: 'Headphones' }),
    shownBy: () => ['/api/services', '/services'],
    structured: () => [],
    atMost: [],
  },
  cases: {
    flag: 'active',
    text: 'problem',
    input: (word) => ({
      ...{ title: `Harbour on-${word}`, slug: `on-${word}`, client: 'Kelp', industry: 'Logistics', summary: 'Cut.' },
      solution: 'Read it.',
    }),
    shownBy: (word) => ['/api/cases', '/api/work', `/api/work/on-${word}`, '/work', `/work/on-${word}`, '/sitemap.xml'],
    structured: (word) => ['/work', `/work/on-${word}`],
    atMost: [],
  },
  testimonials: {
    flag: 'active',
    text: 'quote',
    input: (word) => ({ name: `Asha on-${word}`, role: 'Founder', company: 'Kelp', agreedOn: '2031-01-31' }),
    shownBy: () => ['/api/testimonials', '/services'],
    structured: () => [],
    // Home has the first three.
    atMost: ['/'],
  },
  questions: {
    flag: 'active',
    text: 'answer',
    input: (word) => ({ question: `Why on-${word}?`, places: ['services'] }),
    shownBy: () => ['/api/questions', '/services'],
    structured: () => ['/services'],
    atMost: [],
  },
  openings: {
    flag: 'active',
    text: 'description',
    input: (word) => ({ title: `Mate on-${word}`, place: 'Pune', kind: 'Contract', closesOn: '2031-12-31' }),
    shownBy: () => ['/api/openings', '/api/careers', '/careers'],
    structured: () => ['/careers'],
    atMost: [],
  },
}
