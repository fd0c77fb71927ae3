import { flag, group, text } from '#contract/settings.ts'

const hostPattern = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/

/** Hosts, one on each line. */
const hostsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether visits are counted. Views that come from one of `ignoredHosts`, or a host below it, do not count. */
export const analyticsSettings = group('counting', {
  title: 'Analytics',
  lead: 'Page views and visits, counted without cookies. Nothing is stored about visitors.',
  access: 'writeSite',
  pages: [],
  panels: {
    Analytics: {
      count: flag('Count visits', {
        standard: true,
        hint: 'When off, nothing is counted and pages send nothing.',
      }),
      ignoredHosts: text('Sites to ignore', {
        called: 'The list of hosts',
        standard: '',
        control: 'lines',
        max: 5_000,
        accepts: (value) => hostsIn(value).every((host) => hostPattern.test(host)),
        error: 'Enter one host per line, such as payments.example.com',
        hint: 'One host per line, such as payments.example.com. Visits from these sites are not counted.',
        read: hostsIn,
      }),
    },
  },
})
