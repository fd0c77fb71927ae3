/**
 * The services that lead visitors here, one line each: the name; the hosts, of which all subdomains are meant; the Android apps; and other names in
 * links (`utm_source`). The first that fits counts.
 */
const services: [name: string, hosts: string, apps?: string | undefined, aliases?: string][] = [
  ['LinkedIn', 'linkedin.com lnkd.in', 'com.linkedin.android', 'li'],
  ['Gmail', 'mail.google.com', 'com.google.android.gm'],
  ['Gemini', 'gemini.google.com', 'com.google.android.apps.bard'],
  ['YouTube', 'youtube.com youtu.be youtube-nocookie.com', 'com.google.android.youtube', 'yt'],
  ['Google', '', 'com.google.android'],
  ['Bing', 'bing.com', 'com.microsoft.bing'],
  ['DuckDuckGo', 'duckduckgo.com', 'com.duckduckgo.mobile.android', 'ddg'],
  ['Yahoo', 'yahoo.com yahoo.co.jp'],
  ['Ecosia', 'ecosia.org', 'com.ecosia.android'],
  ['Brave Search', 'search.brave.com', undefined, 'brave'],
  ['Facebook', 'facebook.com fb.com fb.me', 'com.facebook.katana com.facebook.lite', 'fb'],
  ['Messenger', 'messenger.com m.me', 'com.facebook.orca'],
  ['Instagram', 'instagram.com', 'com.instagram.android', 'ig insta'],
  ['WhatsApp', 'whatsapp.com wa.me', 'com.whatsapp', 'wa'],
  ['Telegram', 't.me telegram.me telegram.org', 'org.telegram.messenger'],
  ['X', 'x.com twitter.com t.co', 'com.twitter.android', 'twitter'],
  ['Reddit', 'reddit.com redd.it', 'com.reddit.frontpage'],
  ['Hacker News', 'news.ycombinator.com', undefined, 'hn'],
  ['Quora', 'quora.com', 'com.quora.android'],
  ['Pinterest', 'pinterest.com pin.it', 'com.pinterest'],
  ['GitHub', 'github.com', 'com.github.android'],
  ['Slack', 'slack.com', 'com.slack'],
  [
    'Microsoft Teams',
    'teams.microsoft.com teams.live.com teams.cloud.microsoft',
    'com.microsoft.teams',
    'teams msteams',
  ],
  [
    'Outlook',
    'outlook.live.com outlook.office.com outlook.office365.com outlook.com outlook.cloud.microsoft',
    'com.microsoft.office.outlook',
  ],
  ['ChatGPT', 'chatgpt.com openai.com', 'com.openai.chatgpt', 'openai'],
  ['Claude', 'claude.ai', 'com.anthropic.claude'],
  ['Perplexity', 'perplexity.ai', 'ai.perplexity.app.android'],
  ['Copilot', 'copilot.microsoft.com copilot.cloud.microsoft', 'com.microsoft.copilot'],
]

const wordsIn = (list = '') => list.split(' ').filter(Boolean)
/** The letters and digits of a name: 'Hacker News' and 'hacker-news' are the same. */
const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const byName = new Map(
  services.flatMap(([name, , , aliases]) => [bare(name), ...wordsIn(aliases)].map((one) => [one, name] as const)),
)
const hostEnds = services.flatMap(([name, hosts]) => wordsIn(hosts).map((host) => [host, name] as const))
const appBegins = services.flatMap(([name, , apps]) => wordsIn(apps).map((app) => [app, name] as const))

/** Google has a host in each country: google.co.in, google.de. */
const google = /(?:^|\.)google\.(?:(?:com?\.)?[a-z]{2}|com)$/
const isHost = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]+$/
/** The id of an app is a host read from its end. */
const isApp = /^(?:com|org|net)\.[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/

/** Under these each subdomain is a site of somebody else. */
const shared =
  /(?:^|\.)(?:github\.io|gitlab\.io|blogspot\.com|wordpress\.com|substack\.com|netlify\.app|vercel\.app|pages\.dev|web\.app|notion\.site|wixsite\.com)$/
/** Suffixes of two labels: co.in, com.au, ac.uk. */
const twoLabels = /\.(?:com?|org|net|gov|ac|edu|nic|res|gen|firm|or|ne|go)\.[a-z]{2}$/

/** The part of a host that its owner has registered: 'partner.co.in' of 'www.partner.co.in'. */
function registered(host: string): string {
  const labels = shared.test(host) || twoLabels.test(host) ? 3 : 2
  return host.split('.').slice(-labels).join('.')
}

/**
 * The source of a visit by one name: of a service that comes as several hosts, as an app or as a word in a link, its name; of another host, the part
 * that its owner has registered. Other words are as they were given; '' and '?' are '', for none. The name of a source is its own.
 * @param given a host, the address of an app, or the source that a link names
 */
export function sourceName(given: string): string {
  if (given === '' || given === '?') return ''
  const app = /^android-app:\/\/([^/]+)/.exec(given)?.[1]
  const host = (app ?? given).toLowerCase()
  if (!isHost.test(host)) return byName.get(bare(given)) ?? given
  const within = (part: string, begin: string) => part === begin || part.startsWith(`${begin}.`)
  const service =
    appBegins.find(([begin]) => within(host, begin))?.[1] ??
    hostEnds.find(([end]) => host === end || host.endsWith(`.${end}`))?.[1]
  if (service !== undefined) return service
  if (google.test(host)) return 'Google'
  return isApp.test(host) ? host : registered(host)
}

/** The hosts of the service that a word names; none for other words. */
export const hostsOfSource = (word: string): string[] =>
  [...hostEnds, ...appBegins].filter(([, name]) => name === byName.get(bare(word))).map(([host]) => host)
