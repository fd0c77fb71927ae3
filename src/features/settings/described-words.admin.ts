import type { Described, DescribedGroup } from './described.admin.ts'

const title: Described = { label: 'Title' }
const lead: Described = { label: 'Text below the title' }
const action = (label = 'Button') => ({
  actionTitle: { label: 'Title' },
  actionText: { label: 'Text' },
  action: { label },
})
const craft = (id: string) => ({
  [`${id}Title`]: { label: 'Title' },
  [`${id}Text`]: { label: 'Text' },
  [`${id}Held`]: { label: 'What the client holds' },
})
const stop = (n: number) => ({
  [`when${n}`]: { label: `Stop ${n}: when` },
  [`what${n}`]: { label: `Stop ${n}: what happens` },
  [`held${n}`]: { label: `Stop ${n}: what is handed over` },
})
const step = (n: number) => ({
  [`step${n}Year`]: { label: `Step ${n}: year`, hint: 'Above the step. Leave empty to omit it.' },
  [`step${n}`]: { label: `Step ${n}` },
  [`step${n}Text`]: { label: `Step ${n}: text` },
})

const page = (path: string, name: string, about: string): Omit<DescribedGroup, 'panels'> => ({
  title: name,
  lead: about,
  section: 'Texts',
  pages: [[path, name]],
  hasAppearance: true,
})

/** The texts of the pages. `{brand}`, `{city}` and `{street}` in them stand for the company's. */
export const describedWords: Record<string, DescribedGroup> = {
  home: {
    ...page('/', 'Home', 'The promise at the top, the four crafts, how a project goes, and the call to action.'),
    panels: {
      Opening: { title, lead, start: { label: 'First button' }, services: { label: 'Second button' } },
      Overview: { overview: { label: 'Title above the four' } },
      Cloud: craft('cloud'),
      Data: craft('data'),
      AI: craft('ai'),
      Training: { trainingTitle: { label: 'Title' }, trainingText: { label: 'Text' } },
      'How a project goes': {
        engagementTitle: { label: 'Title' },
        engagementText: { label: 'Text' },
        ...Object.assign({}, ...[1, 2, 3, 4, 5, 6].map(stop)),
      },
      'Featured courses': { coursesTitle: { label: 'Title' }, coursesText: { label: 'Text' } },
      'Latest articles': { postsTitle: { label: 'Title' }, postsText: { label: 'Text' } },
      'Call to action': action(),
    },
  },
  about: {
    ...page('/about', 'About', 'Who you are, your journey and your mission.'),
    panels: {
      Opening: { title, lead, caption: { label: 'Below the drawing' } },
      'Who you are': {
        usTitle: { label: 'Title' },
        us1: { label: 'First paragraph' },
        us2: { label: 'Second paragraph' },
        us3: { label: 'Last line' },
      },
      Journey: { journeyTitle: { label: 'Title' }, ...step(1), ...step(2), ...step(3) },
      Mission: { missionTitle: { label: 'Title' }, mission: { label: 'Mission' } },
      'Call to action': action(),
    },
  },
  services: {
    ...page('/services', 'Services', 'The opening, the way to the courses, and the call to action.'),
    panels: {
      Opening: { title, lead },
      Training: {
        trainingTitle: { label: 'Title' },
        trainingText: { label: 'Text' },
        courses: { label: 'Button' },
      },
      'Call to action': action(),
    },
  },
  products: {
    ...page('/products', 'Products', 'The opening and the call to action.'),
    panels: { Opening: { title, lead }, 'Call to action': action() },
  },
  blog: { ...page('/blog', 'Blog', 'The opening of the list of articles.'), panels: { Opening: { title, lead } } },
  courses: {
    ...page('/courses', 'Courses', 'The opening of the list of courses.'),
    panels: { Opening: { title, lead } },
  },
  contact: {
    ...page('/contact', 'Contact', 'The opening of the page with the form.'),
    panels: { Opening: { title, lead } },
  },
  work: {
    ...page('/work', 'Our Work', 'The overview of case studies. The site has the page while one of them is active.'),
    panels: { Opening: { title, lead }, 'Call to action': action() },
  },
  careers: {
    ...page('/careers', 'Careers', 'The list of openings. The site has the page while one of them is open.'),
    panels: { Opening: { title, lead } },
  },
  newsletter: {
    ...page('/newsletter', 'Newsletter', 'Next to the sign-up form in every footer, and on its own page.'),
    panels: {
      Page: { title, lead },
      Footer: { footerTitle: { label: 'Title' }, footerText: { label: 'Text' } },
    },
  },
}
