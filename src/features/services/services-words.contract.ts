/** The texts of Services as shipped. */
export const servicesWords = {
  title: 'Services',
  lead: 'We design it, build it and stay until your own team runs it. Each service says what you get at the end.',
  trainingTitle: 'Prefer to learn it yourselves?',
  trainingText:
    'Our engineers teach what they do all week: cloud, data, AI and the web, in small groups and on real systems.',
  courses: 'Browse the courses',
  actionTitle: 'Ready to Get Started?',
  actionText: 'Tell us where you are and where you want to be. The first conversation costs nothing but half an hour.',
  action: 'Contact us',
}
